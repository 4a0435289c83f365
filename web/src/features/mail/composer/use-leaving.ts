import { useEffect, useEffectEvent, useRef } from 'react'
import { draftApi } from '#contract/mail/outgoing'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { closeComposer, keepComposing, useComposing } from './composer-store.ts'
import { forgetDraft } from './kept-drafts.ts'
import { refusalOf } from './refusal.ts'
import { removeSameSubject } from './same-subject.ts'
import type { Message } from './transfer.ts'
import type { useDraft } from './use-draft.ts'

/**
 * Closes the composer after a confirmation, except an unchanged answer below its e-mail; also when another message
 * replaces this one. Closing keeps a draft; cancelling discards it unless the user saved it before.
 */
export function useLeaving(message: Message, draft: ReturnType<typeof useDraft>, inPlace: boolean) {
  const { t } = useTranslation('composer')
  const confirm = useConfirm()
  const { next } = useComposing()
  const keptByHand = useRef(draft.current() !== undefined)
  const remove = useApiMutation(draftApi.remove, { quiet: ['NOT_FOUND'] })

  async function saveDraft(): Promise<boolean> {
    const before = keptByHand.current
    // set before the save, in case the user leaves meanwhile
    keptByHand.current = true
    try {
      const kept = await draft.save(true)
      if (!kept) return true
      await removeSameSubject(kept)
      notify(t('draftSaved'))
      return true
    } catch (error) {
      keptByHand.current = before
      notify(refusalOf(error, message, t), { severity: 1 })
      return false
    }
  }

  async function leave(wanted: 'keep' | 'discard' = 'keep') {
    const written = draft.dirty || draft.current() !== undefined
    if (inPlace && !written) return closeComposer()
    const keeps = keptByHand.current || (wanted === 'keep' && written)
    const answer = await confirm({
      title: t('leave.title'),
      message: t(keeps ? 'leave.keeps' : 'leave.discards'),
      ok: t(keeps ? 'leave.keep' : 'leave.discard'),
      cancel: t('leave.stay'),
    })
    if (!answer || (keeps && !(await saveDraft()))) return keepComposing()
    if (!keeps) await discard()
    closeComposer()
  }

  const discard = () =>
    draft.closeBy(async (kept) => {
      forgetDraft({ subject: message.subject, draftRef: kept?.id ?? null, keptRef: draft.keptRef })
      if (kept) remove.mutate({ params: { id: kept.id } })
    })

  // an unchanged message is replaced without asking
  const asked = useEffectEvent(() => (draft.dirty || draft.current() ? void leave() : closeComposer()))
  useEffect(() => {
    if (next) asked()
  }, [next])
  const dirty = draft.dirty
  useEffect(() => {
    if (!dirty) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [dirty])
  return { leave, saveDraft }
}
