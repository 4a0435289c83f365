import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type Confirm, useConfirm } from '../dialogs/confirm.tsx'

interface Guard {
  readonly ask: () => Promise<boolean>
  readonly forget: () => void
}

const guards = new Set<Guard>()

const Within = createContext<Set<Guard> | undefined>(undefined)
/** Around the forms of a dialog, with the guards of `useAskedClose`. */
export const GuardsWithin = Within.Provider

/** For the router's one blocker: asks for what is dirty on the screen, true when leaving is fine. */
export const mayLeave = () => askAll(guards)

/** Whether something on the screen is typed and not saved. */
export const isAnythingTyped = () => guards.size > 0

async function askAll(asked: ReadonlySet<Guard>) {
  const all = [...asked]
  for (const guard of all) if (!(await guard.ask())) return false
  // only now: whoever stays for one of them keeps the others too
  for (const guard of all) guard.forget()
  return true
}

/** Closing a dialog asks for what is typed in it, whatever else on the screen is unsaved. */
export function useAskedClose(onClose: () => void) {
  const [guards] = useState(() => new Set<Guard>())
  const close = () => void askAll(guards).then((may) => may && onClose())
  return { guards, close }
}

/**
 * Guards unsaved input: closing the tab asks by the browser, `mayLeave` and the returned `confirmLeave` by our dialog.
 * `settle` says "saved" at once, so that a navigation right after saving is not held up by the next render. `onForget`
 * is called when somebody leaves all the same.
 */
export function useUnsavedChanges(dirty: boolean, onForget?: () => void) {
  const { t } = useTranslation('ui')
  const confirm: Confirm = useConfirm()
  const within = useContext(Within)
  const isDirty = useRef(dirty)
  const onLeft = useRef(onForget)
  useEffect(() => {
    onLeft.current = onForget
  })

  const ask = useCallback(async () => {
    if (!isDirty.current) return true
    const answer = await confirm({
      title: t('form.leaveTitle'),
      message: t('form.leaveMessage'),
      ok: t('form.leave'),
      cancel: t('form.stay'),
    })
    return answer === 'ok'
  }, [confirm, t])
  const forget = useCallback(() => {
    if (isDirty.current) onLeft.current?.()
  }, [])
  const confirmLeave = useCallback(() => askAll(new Set([{ ask, forget }])), [ask, forget])

  const settle = useCallback(() => {
    isDirty.current = false
  }, [])

  // not with the effect below, which runs for other reasons too: what is settled stays so
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
