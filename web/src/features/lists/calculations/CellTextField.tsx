import MuiTextField from '@mui/material/TextField'
import { type FieldProps, useField } from '../../../ui/fields/use-field.ts'

/** A text field that hides its label visually in a table cell, where the column has a heading. */
export function CellTextField({ name, label, inCell = false, ...props }: FieldProps & { inCell?: boolean }) {
  const { ref, message, value, ...field } = useField(name)
  return (
    <MuiTextField
      {...props}
      {...field}
      label={inCell ? undefined : label}
      hiddenLabel={inCell}
      value={value ?? ''}
      inputRef={ref}
      error={message !== undefined}
      helperText={message}
      slotProps={{ htmlInput: { 'aria-label': inCell ? label : undefined } }}
    />
  )
}
