import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { dismissTopic, notify } from '../notices/snackbar.ts'
import { useFormMethods } from './form-methods.ts'
import { onTop } from './kept-input.ts'
import { snapshot } from './typed-over.ts'

const topic = 'discarded input'

/** Throws away what is typed in the form around it; the notice gives it back, on top of what others have saved since. */
export function useDiscard() {
  const { t } = useTranslation('ui')
  const form = useFormMethods()
  useEffect(() => () => dismissTopic(topic), [])

  return () => {
    const { reset, getValues, formState } = form
    const start = formState.defaultValues
    const typed = snapshot(getValues())
    const giveBack = () => reset(onTop(getValues(), start, typed) as object, { keepDefaultValues: true })
    reset()
    notify(t('form.discarded'), { action: { label: t('action.undo'), onClick: giveBack }, topic })
  }
}
