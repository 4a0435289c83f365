import { sql } from 'kysely'
import type { EmailKind, MailAddress } from '#contract/mail/emails'
import type { Handed } from '#contract/mail/outgoing'
import type { Ctx } from '../../http/context.ts'
import { searchTextOf } from '../reading/search-text.ts'
import { envelopeAddress } from './addresses.ts'
import type { Attachment } from './attachments.ts'
import type { MimeParts } from './mime.ts'
import type { SendingMailbox } from './sending-mailbox.ts'

/** Ids of a message that are made before its rows, because its bytes contain them. */
export interface Ids {
  readonly email: string
  readonly outbox: string
}

export async function newIds(ctx: Ctx): Promise<Ids> {
  const { rows } = await sql<Ids>`select uuid_v7() as email, uuid_v7() as outbox`.execute(ctx.db)
  if (!rows[0]) throw new Error('a select without a table answers one row')
  return rows[0]
}

/** An outgoing message whose bytes are stored. */
export interface OutgoingEmail extends Omit<MimeParts, 'headers'> {
  readonly ids: Ids
  readonly bcc: readonly MailAddress[]
  readonly kind: EmailKind
  readonly mime: { readonly hash: string; readonly size: number }
  readonly mailbox: Pick<SendingMailbox, 'id' | 'type'>
  /** Empty for a message that programs must not answer. */
  readonly envelopeFrom: string
  readonly leavesAt: Date
  readonly root: { readonly id: string; readonly threadId: string; readonly forwarded: boolean } | null
  readonly idempotencyKey: string | null
  readonly furtherContactId: string | null
  readonly draftId?: string | null
}

/** Writes the e-mail and its row in the outbox. */
export async function fileOutgoing(ctx: Ctx, email: OutgoingEmail): Promise<Handed> {
  const { ids, mime } = email
  const { rows: attachmentIds } = await sql<{ id: string }>`
    select uuid_v7() as id from generate_series(1, ${email.attachments.length})`.execute(ctx.db)
  const attachments = email.attachments.map((one, at) => ({ ...one, id: attachmentIds[at]?.id ?? '' }))
  const listed = attachments.filter(({ cid }) => cid === '')
  const people = [email.from, ...email.to, ...email.cc, ...email.bcc]
  await ctx.db
    .insertInto('email')
    .values({
      id: ids.email,
      direction: 'OUTGOING',
      kind: email.kind,
      state: 'CLOSED',
      seen: true,
      assignee_id: ctx.actor.id,
      subject: email.subject,
      from_name: email.from.name,
      from_address: email.from.address,
      to_list: JSON.stringify(email.to),
      cc_list: JSON.stringify(email.cc),
      bcc_list: JSON.stringify(email.bcc),
      preview: email.text.replace(/\s+/g, ' ').slice(0, 200).toWellFormed(),
      message_id: email.messageId,
      in_reply_to: email.inReplyTo,
      reference_ids: [...email.references],
      thread_id: email.root?.threadId ?? ids.email,
      received_at: email.date.toISOString(),
      attachment_count: listed.length,
      source_hash: mime.hash,
      source_bytes: mime.size,
      search: searchTextOf(email.subject, people, email.text),
    })
    .execute()
  await ctx.db
    .insertInto('email_body')
    .values({ id: ids.email, html: shownHtml(email.html, ids.email, attachments), text: email.text })
    .execute()
  if (attachments.length > 0) {
    await ctx.db
      .insertInto('email_attachment')
      .values(
        attachments.map((one, position) => ({
          id: one.id,
          email_id: ids.email,
          position,
          name: one.name,
          mime_type: one.mimeType,
          size_byte: one.size,
          file_hash: one.hash,
          content_id: one.cid,
          inline: one.cid !== '',
        })),
      )
      .execute()
    await ctx.enqueue('readFiles', {})
  }
  await ctx.db
    .insertInto('outbox')
    .values({
      id: ids.outbox,
      email_id: ids.email,
      mailbox_id: email.mailbox.id,
      draft_id: email.draftId ?? null,
      // An automatic message does not mark the original as answered.
      root_id: email.kind === 'AUTO' ? null : (email.root?.id ?? null),
      forwarded: email.root?.forwarded ?? false,
      created_by: ctx.actor.id,
      idempotency_key: email.idempotencyKey,
      mime_hash: mime.hash,
      mime_bytes: mime.size,
      envelope_from: email.envelopeFrom && envelopeAddress(email.envelopeFrom),
      recipients: [...email.to, ...email.cc, ...email.bcc].map(({ address }) => envelopeAddress(address)),
      leaves_at: email.leavesAt.toISOString(),
      copy_state: email.mailbox.type === 'IMAP' ? 'WAITING' : 'NONE',
      further_contact_id: email.furtherContactId,
    })
    .execute()
  return { outboxRef: ids.outbox, emailRef: ids.email, leavesAtUtc: email.leavesAt.toISOString() }
}

/** Returns the HTML for display, with pictures from the attachments of the e-mail. */
const shownHtml = (html: string, emailId: string, attachments: readonly (Attachment & { id: string })[]) =>
  attachments
    .filter(({ cid }) => cid !== '')
    .reduce((shown, { cid, id }) => shown.replaceAll(`cid:${cid}`, `/api/emails/${emailId}/attachments/${id}`), html)
