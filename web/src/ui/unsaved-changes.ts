import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Confirm, useConfirm } from './confirm.tsx'

type Guard = () => Promise<boolean>

const guards = new Set<Guard>()

/** For the router's one blocker: asks for what is dirty on the screen, true when leaving is fine. */
export async function mayLeave() {
  for (const guard of guards) if (!(await guard())) return false
  return true
}

/**
 * Guards unsaved input: closing the tab asks by the browser, `mayLeave` and the returned `confirmLeave` by our dialog.
 * `settle` says "saved" at once, so that a navigation right after saving is not held up by the next render.
 */
export function useUnsavedChanges(dirty: boolean) {
  const { t } = useTranslation('ui')
  const confirm: Confirm = useConfirm()
  const isDirty = useRef(dirty)

  const confirmLeave = useCallback(async () => {
    if (!isDirty.current) return true
    const answer = await confirm({
      title: t('form.leaveTitle'),
      message: t('form.leaveMessage'),
      ok: t('form.leave'),
      cancel: t('form.stay'),
    })
    return answer === 'ok'
  }, [confirm, t])

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
    guards.add(confirmLeave)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      guards.delete(confirmLeave)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [dirty, confirmLeave])

  return { confirmLeave, settle }
}
