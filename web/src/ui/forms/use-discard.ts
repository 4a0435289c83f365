import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from '../../i18n/use-translation.ts'
import { dismissTopic, notify } from '../notices/snackbar.ts'
import { onTop } from './kept-input.ts'
import { snapshot } from './typed-over.ts'

const topic = 'discarded input'

/** Throws away what is typed in the form around it; the notice gives it back, on top of what others have saved since. */
export function useDiscard() {
  const { t } = useTranslation('ui')
  const { reset, getValues, formState } = useFormContext()
  const start = formState.defaultValues
  useEffect(() => () => dismissTopic(topic), [])

  return () => {
    const typed = snapshot(getValues())
    const giveBack = () => reset(onTop(getValues(), start, typed) as object, { keepDefaultValues: true })
    reset()
    notify(t('form.discarded'), { action: { label: t('action.undo'), onClick: giveBack }, topic })
  }
}
