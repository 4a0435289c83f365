import { useEffect } from 'react'
import { draftApi } from '#contract/mail/outgoing'
import { call } from '../../../api/client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { currentUser } from '../../../session/session.ts'
import { inTab } from '../../../state/storage.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { openComposer } from './composer-store.ts'
import { goOnWith, keptDrafts, transferOf } from './kept-drafts.ts'
import type { Transfer } from './transfer.ts'

interface Writing {
  readonly subject: string
  readonly keptRef: string
  readonly draftRef: string | null
  readonly userRef: string
}

const storageKey = 'writing'
const noticeMs = 20_000

/** Notes the message being written in this tab when the page or session ends. */
export const noteWriting = (writing: Writing): void => inTab.writeJson(storageKey, writing)

/** Offers to continue a noted message. */
export function useInterrupted() {
  const { t } = useTranslation('ui')
  useEffect(() => {
    const writing = inTab.readJson(storageKey) as Writing | null
    if (!writing || writing.userRef !== currentUser()?.id) return
    inTab.writeJson(storageKey, null)
    const goOn = () => begunWith(writing).then((begun) => begun && openComposer(begun))
    void begunWith(writing).then((begun) => {
      if (!begun) return
      notify(t('draft.kept', { subject: writing.subject || t('draft.noSubject') }), {
        action: { label: t('draft.goOn'), onClick: () => void goOn() },
        duration: noticeMs,
      })
    })
  }, [t])
}

/** Returns the message to continue; undefined if its draft is gone, because it was sent or discarded in another tab. */
async function begunWith({ keptRef, draftRef }: Writing): Promise<Transfer | undefined> {
  if (draftRef) {
    const drafts = await call(draftApi.list, {}).catch(() => [])
    const draft = drafts.find(({ id }) => id === draftRef)
    return draft && goOnWith(draft)
  }
  const kept = keptDrafts().find((one) => one.keptRef === keptRef)
  return kept && transferOf(kept)
}
