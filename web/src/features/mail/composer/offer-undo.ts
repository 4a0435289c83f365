import i18next from 'i18next'
import { limits } from '#contract/limits'
import { outgoingApi } from '#contract/mail/outgoing'
import { call } from '../../../api/client.ts'
import { loadTexts } from '../../../i18n/i18n.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { openComposer } from './composer-store.ts'

/** Notifies the user that a message is being sent, with an undo until it leaves. */
export async function offerUndo(outboxRef: string, leavesAtUtc: string): Promise<void> {
  const left = Math.max(0, Date.parse(leavesAtUtc) - Date.now())
  const undo = async () => {
    try {
      const taken = await call(outgoingApi.undo, { params: { id: outboxRef } })
      openComposer({ draft: taken })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { severity: 1 })
    }
  }
  await loadTexts('composer')
  const t = i18next.getFixedT(null, 'composer')
  notify(t('sent'), {
    topic: 'sent',
    duration: Math.min(left, limits.email.undoSeconds * 1000),
    action: { label: t('undo'), onClick: () => void undo() },
  })
}
