import { useContext, useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { useScreenActions } from '../navigation/screen-actions.ts'
import { HasSaveAction } from './form-methods.ts'

interface Props {
  /** Id of the surrounding form. */
  form: string
  disabled?: boolean
}

/** Shows the save button of a form in the top bar, enabled once the form has changes. */
export function SaveAction({ form, disabled = false }: Props) {
  const { isDirty, isSubmitting } = useFormState()
  const hasSaveAction = useContext(HasSaveAction)
  useEffect(() => {
    if (!hasSaveAction) return
    hasSaveAction.current = !disabled
    return () => {
      hasSaveAction.current = false
    }
  }, [hasSaveAction, disabled])
  useScreenActions({ save: { form, disabled: disabled || !isDirty || isSubmitting } })
  return null
}
