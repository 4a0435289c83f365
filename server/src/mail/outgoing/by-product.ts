import { randomUUID } from 'node:crypto'
import { cleanHtml } from '../../files/clean-html.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { withSignature } from '../../lists/templates/templates.ts'
import { envelopeAddress, oneLine } from './addresses.ts'
import { attachmentsOf } from './attachments.ts'
import { newIds, type OutgoingEmail } from './file-outgoing.ts'
import { keepMime, type MimeParts } from './mime.ts'
import { embedPictures } from './pictures.ts'
import { textOfHtml } from './plain-text.ts'
import { withoutGaps } from './send-message.ts'
import { findMailbox } from './sending-mailbox.ts'

/** A message that is generated instead of written by a user. */
export interface ProductMessage {
  readonly mailboxId: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly html: string
  /** Shared documents to attach. */
  readonly documentRefs: readonly string[]
  readonly calendar: MimeParts['calendar']
  /** Whether it is sent without a user's request; such a message asks programs not to answer. */
  readonly automatic: boolean
}

/** Builds the message and stores it. Errors: MAILBOX_OFF, OPEN_PLACEHOLDERS, VALIDATION, STORAGE_FAILED. */
export async function prepareProductMessage(ctx: Ctx, message: ProductMessage): Promise<OutgoingEmail> {
  const mailbox = await findMailbox(ctx.db, message.mailboxId)
  if (!mailbox?.active || !(mailbox.outgoing || mailbox.office)) return fail('MAILBOX_OFF')
  const { subject, html: filled } = withoutGaps(message.subject, cleanHtml(message.html), false)
  const clean = await withSignature(ctx, filled)
  const attached = await attachmentsOf(ctx, {
    contactDocumentRefs: [],
    predefinedDocumentRefs: [...message.documentRefs],
    imageGalleryRefs: [],
    emailAttachmentRefs: [],
    draftFileRefs: [],
    prints: [],
    flameRef: null,
  })
  const { html, pictures } = await embedPictures(ctx, clean)
  const ids = await newIds(ctx)
  const content = {
    from: { name: oneLine(mailbox.senderName), address: mailbox.address },
    to: [{ name: oneLine(message.to.name), address: message.to.address }],
    cc: [],
    subject: oneLine(subject),
    html,
    text: textOfHtml(clean),
    attachments: [...attached, ...pictures],
    messageId: `${randomUUID()}@${envelopeAddress(mailbox.address).split('@').at(-1)}`,
    inReplyTo: '',
    references: [],
    date: ctx.now,
    calendar: message.calendar,
  }
  const headers: Record<string, string> = { 'X-CRM-Outbox': ids.outbox }
  if (message.automatic)
    Object.assign(headers, { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' })
  return {
    ...content,
    ids,
    bcc: [],
    mime: await keepMime(ctx, { ...content, headers }),
    kind: message.automatic ? 'AUTO' : 'NORMAL',
    mailbox,
    envelopeFrom: mailbox.address,
    leavesAt: ctx.now,
    root: null,
    idempotencyKey: null,
    furtherContactId: null,
  }
}
