import { useController } from 'react-hook-form'

export interface FieldProps {
  /** Path in the form's values: 'addresses.0.city' */
  name: string
  label: string
  required?: boolean
  readOnly?: boolean
  disabled?: boolean
  autoFocus?: boolean
  helperText?: string
}

/** The value and the sentence of one field of the form around it. */
export function useField(name: string) {
  const { field, fieldState } = useController({ name })
  return { ...field, message: fieldState.error?.message }
}
