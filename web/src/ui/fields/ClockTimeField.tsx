import { LineField } from './LineField.tsx'
import { type FieldProps, useField } from './use-field.ts'

/** A time field. The form holds `08:30`; `8.30`, `830` and `8` are converted on blur. */
export function ClockTimeField({ name, helperText, readOnly, ...props }: FieldProps) {
  const { ref, message, value, onChange, onBlur, ...field } = useField(name)
  return (
    <LineField
      {...props}
      {...field}
      value={value ?? ''}
      placeholder="08:30"
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        onChange(clockTime(String(value ?? '')))
        onBlur()
      }}
      inputRef={ref}
      error={message !== undefined}
      helperText={message ?? helperText}
      readOnly={readOnly}
    />
  )
}

export function clockTime(typed: string): string {
  const [, hours = '', minutes = '00'] = /^\s*(\d{1,2})(?:[:.h]?(\d{2}))?\s*$/.exec(typed) ?? []
  return hours ? `${hours.padStart(2, '0')}:${minutes}` : typed
}
