import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { encounterApi } from '#contract/contacts/encounters'
import { limits } from '#contract/limits'
import { emailApi } from '#contract/mail/inbox'
import { draftApi, outgoingApi } from '#contract/mail/outgoing'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/hooks.ts'
import { loadTexts } from '../../../i18n/i18n.ts'
import { notify } from '../../../ui/snackbar.ts'
import { openComposer } from './composer-store.ts'

const refreshed = [
  outgoingApi.outbox,
  draftApi.list,
  emailApi.list,
  emailApi.get,
  emailApi.thread,
  encounterApi.list,
  encounterApi.search,
  encounterApi.count,
]

/** Says that a message is on its way, with the way back for as long as there is one. */
export async function offerUndo(client: QueryClient, outboxRef: string, leavesAtUtc: string): Promise<void> {
  void refresh(client, refreshed)
  const left = Math.max(0, Date.parse(leavesAtUtc) - Date.now())
  // once it has left, what it answers and the timelines say so
  setTimeout(() => void refresh(client, refreshed), left + 3000)
  const undo = async () => {
    try {
      const taken = await call(outgoingApi.undo, { params: { id: outboxRef } })
      openComposer({ draft: taken })
      void refresh(client, refreshed)
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
