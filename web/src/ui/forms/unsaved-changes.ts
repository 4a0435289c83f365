import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type Confirm, useConfirm } from '../dialogs/confirm.tsx'

interface Guard {
  readonly ask: () => Promise<boolean>
  readonly forget: () => void
}

interface Saving {
  readonly isOffered: () => boolean
  /** Resolves to whether everything is saved. */
  readonly save: () => Promise<boolean>
}

const guards = new Set<Guard>()

const Within = createContext<Set<Guard> | undefined>(undefined)
/** Provides the guards of `useAskedClose` to the forms of a dialog. */
export const GuardsWithin = Within.Provider

/**
 * Asks about every unsaved form on the page; resolves to true if the user may leave. Used by the blocker of the router.
 */
export const mayLeave = () => askAll(guards)

/** Returns true if the page has unsaved input. */
export const isAnythingTyped = () => guards.size > 0

async function askAll(asked: ReadonlySet<Guard>) {
  const all = [...asked]
  for (const guard of all) if (!(await guard.ask())) return false
  // only now: if the user cancels one question, all input stays
  for (const guard of all) guard.forget()
  return true
}

/** Asks before a dialog closes with unsaved input of its own. */
export function useAskedClose(onClose: () => void) {
  const [guards] = useState(() => new Set<Guard>())
  const close = () => void askAll(guards).then((may) => may && onClose())
  return { guards, close }
}

/**
 * Guards unsaved input: the browser asks when the tab closes, `mayLeave` and the returned `confirmLeave` ask by a
 * dialog. `settle` marks it saved at once, so that a navigation right after saving does not ask. `onForget` is called
 * when the user leaves without saving. `saving` lets the user save before leaving.
 */
export function useUnsavedChanges(dirty: boolean, onForget?: () => void, saving?: Saving) {
  const { t } = useTranslation('ui')
  const confirm: Confirm = useConfirm()
  const within = useContext(Within)
  const isDirty = useRef(dirty)
  const onLeft = useRef(onForget)
  const onSave = useRef(saving)
  useEffect(() => {
    onLeft.current = onForget
    onSave.current = saving
  })

  const ask = useCallback(async () => {
    if (!isDirty.current) return true
    const answer = await confirm({
      title: t('form.leaveTitle'),
      message: t('form.leaveMessage'),
      ok: t('form.leave'),
      cancel: t('form.stay'),
      ...(onSave.current?.isOffered() && { secondOk: t('form.saveAndLeave') }),
    })
    return answer === 'second' ? (onSave.current?.save() ?? false) : answer === 'ok'
  }, [confirm, t])
  const forget = useCallback(() => {
    if (isDirty.current) onLeft.current?.()
  }, [])
  const confirmLeave = useCallback(() => askAll(new Set([{ ask, forget }])), [ask, forget])

  const settle = useCallback(() => {
    isDirty.current = false
  }, [])

  // separate from the effect below, which also runs for other reasons and would undo `settle`
  useEffect(() => {
    isDirty.current = dirty
  }, [dirty])

  useEffect(() => {
    if (!dirty) return
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault()
    }
    const guard = { ask, forget }
    guards.add(guard)
    within?.add(guard)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      guards.delete(guard)
      within?.delete(guard)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [dirty, ask, forget, within])

  return { confirmLeave, settle }
}
