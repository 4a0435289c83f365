import { useState } from 'react'
import { limits } from '#contract/limits'
import type { MailboxSummary } from '#contract/mail/mailboxes'
import { outgoingApi } from '#contract/mail/outgoing'
import { ApiError, call } from '../../../api/client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { newId } from '../../../state/new-id.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { usePlaceholderLabel } from '../../../ui/RichText/use-placeholder-label.ts'
import { formatFileSize } from '../../../ui/text/format.ts'
import { forgetDraft } from './kept-drafts.ts'
import { offerUndo } from './offer-undo.ts'
import { openFields, speaksOfAttachment } from './own-text.ts'
import { addressIn } from './RecipientField.tsx'
import { refusalOf } from './refusal.ts'
import { removeSameSubject } from './same-subject.ts'
import type { Message } from './transfer.ts'
import type { Attachable } from './use-attachable.ts'
import type { useDraft } from './use-draft.ts'
import { useFurtherContact } from './use-further-contact.tsx'

interface Sending {
  readonly message: Message
  readonly mailbox: MailboxSummary | undefined
  readonly draft: ReturnType<typeof useDraft>
  /** True if a recipient is typed but not added; leaving the field adds it. */
  readonly typing: boolean
  readonly attachmentCount: number
  readonly totalBytes: number
  readonly attachable: Attachable
  readonly onSent: () => void
  /** Shows the text with an unfilled placeholder. */
  readonly onOpenField: () => void
}

/** Share of the size limit above which the user is warned. */
const largeShare = 0.6

/** Sends a message with checks before and an undo after. */
export function useSend({
  message,
  mailbox,
  draft,
  typing,
  attachmentCount,
  totalBytes,
  attachable,
  onSent,
  onOpenField,
}: Sending) {
  const { t } = useTranslation('composer')
  const confirm = useConfirm()
  const labelOf = usePlaceholderLabel()
  const further = useFurtherContact()
  const [working, setWorking] = useState(false)
  const [begunAt] = useState(() => new Date().toISOString())
  const [idempotencyKey] = useState(newId)
  const all = [...message.recipients, ...message.cc, ...message.bcc]

  /** Returns warnings about the message. */
  async function doubts(): Promise<string[]> {
    const found = await call(outgoingApi.check, {
      body: { recipients: all, rootEmailId: message.forwarded ? null : message.basedOn, since: begunAt },
    })
    const sentences = found.map(({ kind, address, who }) => t(`doubt.${kind}`, { address, who }))
    if (attachmentCount === 0 && speaksOfAttachment(message.bodyAsHtml)) sentences.push(t('doubt.noAttachment'))
    if (attachable.most !== undefined && totalBytes > attachable.most * largeShare) {
      sentences.push(t('doubt.large', { size: formatFileSize(totalBytes) }))
    }
    return sentences
  }

  /** Asks whether to send the message with unfilled placeholders. */
  async function mayGoOpen(): Promise<boolean> {
    const open = openFields(message.subject, message.bodyAsHtml)
    if (open.length === 0) return true
    const answer = await confirm({
      title: t('open.title'),
      message: t('open.message'),
      points: open.map(labelOf),
      ok: t('open.send'),
      cancel: t('open.back'),
    })
    if (!answer) onOpenField()
    return answer !== false
  }

  /** Hands the message with its draft to the outbox of the server. */
  function handOver(from: MailboxSummary, contactIdForFurtherEncounter: string | undefined) {
    const { mailboxRef: _, basedOn, ...content } = message
    return draft.closeBy(async (kept) => {
      const draftRef = kept?.id ?? null
      const handed = await call(outgoingApi.send, {
        params: { id: from.id },
        query: { rootEmailId: basedOn ?? undefined, contactIdForFurtherEncounter },
        body: {
          message: JSON.stringify({
            ...content,
            idempotencyKey,
            withOpenPlaceholders: openFields(message.subject, message.bodyAsHtml).length > 0,
            draftRef,
            draftFileRefs: draft.files.map(({ id }) => id),
          }),
        },
        files: [],
      })
      return { ...handed, draftRef }
    })
  }

  async function send(): Promise<void> {
    if (working || message.recipients.length === 0 || !mailbox) return
    if (attachmentCount > limits.email.attachments) {
      notify(t('tooMany', { count: limits.email.attachments }), { severity: 1 })
      return
    }
    const tooLarge = attachable.tooLarge(totalBytes)
    if (tooLarge) {
      notify(tooLarge, { severity: 1 })
      return
    }
    setWorking(true)
    try {
      if (!(await mayGoOpen())) return
      const contactIdForFurtherEncounter = await further.ask(all.map(addressIn))
      if (contactIdForFurtherEncounter === false) return
      const answer = await confirm({
        title: t('confirm.title'),
        message: t('confirm.message') + (message.subject.trim() === '' ? t('confirm.noSubject') : ''),
        points: await doubts(),
        ok: t('send'),
      })
      if (!answer) return
      const { outboxRef, leavesAtUtc, draftRef } = await handOver(mailbox, contactIdForFurtherEncounter)
      forgetDraft({ subject: message.subject, draftRef, keptRef: draft.keptRef })
      // the message is handed over: later errors must not look like a failed send
      const updatedAtUtc = new Date(Date.parse(leavesAtUtc) - limits.email.undoSeconds * 1000).toISOString()
      void removeSameSubject({ id: draftRef, subject: message.subject, updatedAtUtc }).catch(() => {})
      void offerUndo(outboxRef, leavesAtUtc)
      onSent()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notify(refusalOf(error, message, t), { severity: 1 })
    } finally {
      setWorking(false)
    }
  }

  const hasRecipient = message.recipients.length > 0 || typing
  const missing = hasRecipient && mailbox ? null : hasRecipient ? t('missing.mailbox') : t('missing.recipient')
  return { send, working, missing, dialog: further.picker }
}
