import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from '../../i18n/use-translation.ts'
import { currentUser } from '../../session/session.ts'
import { inTab } from '../../state/storage.ts'
import { notify } from '../notices/snackbar.ts'

/** Identifies a form whose initial values change, because other users edit the record or they depend on the time. */
export interface KeptAs<Input> {
  /** Name that is unique among the forms of the page. */
  name: string
  /** Returns the version of the record when editing began; omitted for a new record. */
  version?: () => number
  /** Called if others have saved since: the form continues with this older state. Default: merges into theirs. */
  onOlder?: (start: Input, version: number) => void
}

interface Kept<Input> {
  start: Input
  typed: Input
  version?: number
}

/**
 * Keeps unsaved input over a reload and the end of the session: per tab, user, page and form, until it is saved or
 * discarded. Without a name, the initial values identify the form. Passwords and codes are not stored.
 */
export function useKeptInput<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  element: RefObject<HTMLFormElement | null>,
  enabled: boolean,
  { name, version, onOlder }: Partial<KeptAs<Input>> = {},
) {
  const { t } = useTranslation('ui')
  const versionNow = useEffectEvent(() => version?.())
  const keyOf = useEffectEvent((start: object) => keyFor(name ?? JSON.stringify(start)))
  /** Restores the input; returns the older state if the form continues with that. */
  const restore = useEffectEvent((kept: Kept<Input>) => {
    const isOlder = kept.version !== undefined && kept.version !== versionNow()
    const present = form.formState.defaultValues
    const values = isOlder && !onOlder ? (onTop(present, kept.start, kept.typed) as Input) : kept.typed
    form.reset(values, { keepDefaultValues: true })
    notify(t(isOlder ? 'form.restoredOver' : 'form.restored'))
    if (!isOlder || !onOlder) return undefined
    onOlder(kept.start, kept.version ?? 0)
    return kept.start
  })

  useEffect(() => {
    if (!enabled || !currentUser()) return
    let key = keyOf(form.formState.defaultValues ?? {})
    const release = claim(key)
    const kept = read<Kept<Input>>(key)
    let older = kept ? restore(kept) : undefined
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty, defaultValues = {} }) => {
        if (!currentUser()) return
        write(key, null)
        key = keyOf(defaultValues)
        const typed = withoutSecrets(values, defaultValues, element.current)
        if (!isDirty) older = undefined
        const isKept = isDirty && !isSame(typed, defaultValues)
        write(key, isKept ? { start: older ?? defaultValues, typed, version: versionNow() } : null)
      },
    })
    return () => {
      stop()
      release()
      // the user closed the form; the session did not end
      if (currentUser()) write(key, null)
    }
  }, [form, element, enabled])
}

/**
 * Keeps unsaved text outside a form like `useKeptInput`; returns the text, its setter and `sent`. With `stays` the text
 * also survives closing its part of the page. `sent` clears the text in every field that still shows it; text changed
 * since stays.
 */
export function useKeptText(name: string, start: string, { stays = false } = {}) {
  const [key] = useState(() => keyFor(name))
  const [pathname] = useState(location.pathname)
  const [value, setValue] = useState(() => read<string>(key) ?? start)
  const keep = useCallback(
    (text: string) => {
      setValue(text)
      write(key, text === start ? null : text)
    },
    [key, start],
  )
  const sent = useCallback(
    (text: string) => {
      if (read<string>(key) === text) write(key, null)
      for (const forget of shown.get(key) ?? []) forget(text)
    },
    [key],
  )
  const forget = useEffectEvent((text: string) => setValue((now) => (now === text ? start : now)))
  useEffect(() => show(key, (text) => forget(text)), [key])
  useEffect(() => claim(key), [key])
  useEffect(() => {
    if (currentUser()) write(key, value === start ? null : value)
  }, [key, value, start])
  useEffect(() => {
    return () => {
      if (currentUser() && !(stays && location.pathname === pathname)) write(key, null)
    }
  }, [key, stays, pathname])
  return [value, keep, sent] as const
}

/** Callbacks of the mounted fields, by storage key. */
const shown = new Map<string, Set<(text: string) => void>>()

function show(key: string, forget: (text: string) => void) {
  const fields = shown.get(key) ?? new Set()
  shown.set(key, fields.add(forget))
  return () => void fields.delete(forget)
}

/** Returns true if unsaved input is stored for the form or text of this name on this page. */
export const isKept = (name: string) => read(keyFor(name)) !== null

/** Notifies the user of stored input whose form is not open, because it only shows once its dialog is opened. */
export function useKeptNotice(pathname = location.pathname) {
  const { t } = useTranslation('ui')
  useEffect(() => {
    const timer = setTimeout(() => {
      const waiting = keysOn(pathname).filter((key) => !claimed.has(key) && !said.has(key))
      for (const key of waiting) said.add(key)
      if (waiting.length > 0) notify(t('form.kept'), { duration: noticeMs })
    }, settledMs)
    return () => clearTimeout(timer)
  }, [pathname, t])
}

/** Time in milliseconds for a page to open its own forms. */
const settledMs = 2000
const noticeMs = 20_000

/** Storage keys taken by a mounted form or text. */
const claimed = new Set<string>()
/** Storage keys the user was already notified of. */
const said = new Set<string>()

function claim(key: string) {
  claimed.add(key)
  return () => void claimed.delete(key)
}

const keysOn = (pathname: string): string[] => inTab.names().filter((key) => key.startsWith(keyFor('', pathname)))

const keyFor = (name: string, pathname = location.pathname) => `input ${currentUser()?.id} ${pathname} ${name}`

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Merges the changes from `start` to `typed` into `present`. */
export function onTop(present: unknown, start: unknown, typed: unknown): unknown {
  if (isSame(start, typed)) return present
  if (!isFields(present) || !isFields(start) || !isFields(typed)) return typed
  const changed = Object.keys(typed).map((name) => [name, onTop(present[name], start[name], typed[name])])
  return { ...present, ...Object.fromEntries(changed) }
}
const isFields = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function withoutSecrets(values: FieldValues, start: FieldValues, element: HTMLFormElement | null): FieldValues {
  const secret = element?.querySelectorAll<HTMLInputElement>('[type=password], [autocomplete=one-time-code]') ?? []
  return { ...values, ...Object.fromEntries(Array.from(secret, ({ name }) => [name, start[name]])) }
}

const read = <Values>(key: string) => inTab.readJson(key) as Values | null
const write = (key: string, values: object | string | null): void => inTab.writeJson(key, values || null)
