import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { currentUser } from '../session/session.ts'
import { notify } from './snackbar.ts'

/**
 * What somebody typed outlives the end of their session and a reload: it is kept in this tab, for them and this form on
 * this page, until it is saved or discarded. The values that the form starts with tell which form it is. Passwords and
 * codes are not kept.
 */
export function useKeptInput<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  element: RefObject<HTMLFormElement | null>,
  enabled: boolean,
) {
  const { t } = useTranslation('ui')
  const restore = useEffectEvent((kept: Input) => {
    form.reset(kept, { keepDefaultValues: true })
    notify(t('form.restored'))
  })

  useEffect(() => {
    const user = currentUser()
    if (!enabled || !user) return
    const keyOf = (start: object) => `input ${user.id} ${location.pathname} ${JSON.stringify(start)}`
    let key = keyOf(form.formState.defaultValues ?? {})
    const kept = read<Input>(key)
    if (kept) restore(kept)
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty, defaultValues = {} }) => {
        write(key, null)
        key = keyOf(defaultValues)
        const typed = withoutSecrets(values, defaultValues, element.current)
        write(key, isDirty && JSON.stringify(typed) !== JSON.stringify(defaultValues) ? typed : null)
      },
    })
    return () => {
      stop()
      // closed by the person, not by the end of the session
      if (currentUser()) write(key, null)
    }
  }, [form, element, enabled])
}

function withoutSecrets(values: FieldValues, start: FieldValues, element: HTMLFormElement | null): FieldValues {
  const secret = element?.querySelectorAll<HTMLInputElement>('[type=password], [autocomplete=one-time-code]') ?? []
  return { ...values, ...Object.fromEntries(Array.from(secret, ({ name }) => [name, start[name]])) }
}

function read<Values>(key: string): Values | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Values | null
  } catch {
    return null
  }
}

function write(key: string, values: object | null): void {
  try {
    if (values) sessionStorage.setItem(key, JSON.stringify(values))
    else sessionStorage.removeItem(key)
  } catch {
    // a browser that stores nothing keeps nothing
  }
}
