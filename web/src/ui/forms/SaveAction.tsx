import { useContext, useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { useScreenActions } from '../navigation/screen-actions.ts'
import { HasSaveAction } from './form-methods.ts'

interface Props {
  /** Id of the surrounding form. */
  form: string
  /** Default: «Speichern». */
  label?: string
  disabled?: boolean
  /** True for a new record, which can be saved as it was filled in. */
  isNew?: boolean
}

/** Shows the save button of a form in the top bar, enabled once the form has changes. */
export function SaveAction({ form, label, disabled = false, isNew = false }: Props) {
  const { isDirty, isSubmitting } = useFormState()
  const hasSaveAction = useContext(HasSaveAction)
  useEffect(() => {
    if (!hasSaveAction) return
    hasSaveAction.current = !disabled
    return () => {
      hasSaveAction.current = false
    }
  }, [hasSaveAction, disabled])
  const idle = !isDirty && !isNew
  useScreenActions({ save: { form, ...(label && { label }), disabled: disabled || idle || isSubmitting } })
  return null
}
