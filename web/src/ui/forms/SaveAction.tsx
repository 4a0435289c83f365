import { useFormState } from 'react-hook-form'
import { useScreenActions } from '../navigation/screen-actions.ts'

interface Props {
  /** The id of the form that it stands in. */
  form: string
  disabled?: boolean
}

/** In a form: the button in the top bar that saves it, once there is something to save. */
export function SaveAction({ form, disabled = false }: Props) {
  const { isDirty, isSubmitting } = useFormState()
  useScreenActions({ save: { form, disabled: disabled || !isDirty || isSubmitting } })
  return null
}
