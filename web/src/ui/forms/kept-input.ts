import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from '../../i18n/use-translation.ts'
import { currentUser } from '../../session/session.ts'
import { inTab } from '../../state/storage.ts'
import { notify } from '../notices/snackbar.ts'

/** Which form it is, where the values that it starts with do not tell: others change the record, or it begins with the time. */
export interface KeptAs<Input> {
  /** Told apart from the other forms of the same page. */
  name: string
  /** Of the record that the form is about, as it was when the typing began; none for a new one. */
  version?: () => number
  /** Others have saved since: the form goes on over this older state. Without it, what was typed is put on top of theirs. */
  onOlder?: (start: Input, version: number) => void
}

interface Kept<Input> {
  start: Input
  typed: Input
  version?: number
}

/**
 * What somebody typed outlives the end of their session and a reload: it is kept in this tab, for them and this form on
 * this page, until it is saved or discarded. Without a name, the values that the form starts with tell which form it is.
 * Passwords and codes are not kept.
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
  /** Answers the older state that the form goes on over, if it does. */
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
      // closed by the person, not by the end of the session
      if (currentUser()) write(key, null)
    }
  }, [form, element, enabled])
}

/**
 * The same for a text that stands in no form of fields: what was kept of it, and keeping it, even after its screen went.
 * One that `stays` is there again when only the part of the page that it stood in was closed. What is `sent` is forgotten wherever
 * it stands by then; what was typed over it stays.
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

/** The fields on the screen that show what is kept. */
const shown = new Map<string, Set<(text: string) => void>>()

function show(key: string, forget: (text: string) => void) {
  const fields = shown.get(key) ?? new Set()
  shown.set(key, fields.add(forget))
  return () => void fields.delete(forget)
}

/** Whether something is kept for the form or text of this name on this page. */
export const isKept = (name: string) => read(keyFor(name)) !== null

/** Tells of what is kept for a page and stands in no form on it: it shows once its dialog is opened again. */
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

/** Until what a page shows by itself has come. */
const settledMs = 2000
const noticeMs = 20_000

/** What a form or text on the screen has taken up. */
const claimed = new Set<string>()
/** What somebody has been told of already. */
const said = new Set<string>()

function claim(key: string) {
  claimed.add(key)
  return () => void claimed.delete(key)
}

const keysOn = (pathname: string): string[] => inTab.names().filter((key) => key.startsWith(keyFor('', pathname)))

const keyFor = (name: string, pathname = location.pathname) => `input ${currentUser()?.id} ${pathname} ${name}`

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What was typed over `start`, put on top of what is there now. */
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
