import InputAdornment from '@mui/material/InputAdornment'
import MuiTextField from '@mui/material/TextField'
import { type FieldProps, useField } from '../../../ui/fields/use-field.ts'
import { useFigure } from '../../../ui/fields/use-figure.ts'

interface Props extends FieldProps {
  unit?: string
  /** True in a table cell: the label is only for screen readers. */
  inCell?: boolean
}

/** A field for an exact decimal, held as text, never as a float. */
export function DecimalField({ name, label, helperText, readOnly, unit, inCell = false, ...props }: Props) {
  const { ref, message, value, onChange, onBlur, ...field } = useField(name)
  const held = value ?? ''
  const { exact, typed, setTyped } = useFigure(held, unit)
  return (
    <MuiTextField
      {...props}
      {...field}
      label={inCell ? undefined : label}
      hiddenLabel={inCell}
      value={typed ?? held}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(exact(target.value))
      }}
      onBlur={() => {
        setTyped(undefined)
        onBlur()
      }}
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
