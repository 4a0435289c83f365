import { useController } from 'react-hook-form'

export interface FieldProps {
  /** Path in the form values: 'addresses.0.city' */
  name: string
  label: string
  required?: boolean
  readOnly?: boolean
  disabled?: boolean
  autoFocus?: boolean
  helperText?: string
}

/** Connects a field to the surrounding form; `message` is the validation message. */
export function useField(name: string) {
  const { field, fieldState } = useController({ name })
  return { ...field, message: fieldState.error?.message }
}
