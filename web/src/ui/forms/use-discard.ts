import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { dismissTopic, notify } from '../notices/snackbar.ts'
import { useFormMethods } from './form-methods.ts'
import { onTop } from './kept-input.ts'
import { snapshot } from './typed-over.ts'

const topic = 'discarded input'

/** Returns a function that discards the unsaved input; the notice offers to restore it on top of newer changes. */
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
