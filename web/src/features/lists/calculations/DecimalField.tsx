import InputAdornment from '@mui/material/InputAdornment'
import MuiTextField from '@mui/material/TextField'
import { type FieldProps, useField } from '../../../ui/fields/use-field.ts'
import { readExact } from '../../../ui/format.ts'

interface Props extends FieldProps {
  unit?: string
  /** In a table, whose head names the column: the label is there, unseen. */
  inCell?: boolean
}

/** The form holds an exact decimal as text, never a float. */
export function DecimalField({ name, label, helperText, readOnly, unit, inCell = false, ...props }: Props) {
  const { ref, message, value, onChange, ...field } = useField(name)
  return (
    <MuiTextField
      {...props}
      {...field}
      label={inCell ? undefined : label}
      hiddenLabel={inCell}
      value={value ?? ''}
      onChange={({ target }) => onChange(readExact(target.value, unit) ?? target.value)}
      inputRef={ref}
      error={message !== undefined}
      helperText={message ?? helperText}
      slotProps={{
        input: {
          readOnly,
          endAdornment: unit && !inCell && <InputAdornment position="end">{unit}</InputAdornment>,
        },
        htmlInput: {
          'aria-label': inCell ? label : undefined,
          inputMode: 'decimal',
          sx: { textAlign: 'right' },
        },
      }}
    />
  )
}
