import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ParamsOf, QueryOf } from '#contract/endpoint'
import { attachableBytes, limits } from '#contract/limits'
import { fillOwnHtml, fillText, ownHtml, placeholdersLeft } from '#contract/lists/placeholders'
import type { MailAddress } from '#contract/mail/emails'
import type { Handed, OutgoingMessage, outgoingApi } from '#contract/mail/outgoing'
import { allows } from '#contract/permissions'
import { assertContact } from '../../contacts/contacts.ts'
import { lockOne } from '../../db/locks.ts'
import { cleanHtml } from '../../files/clean-html.ts'
import type { KeptFile } from '../../files/files.ts'
import { plainText } from '../../files/html-text.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { withSignature } from '../../lists/templates/templates.ts'
import { deduplicated, envelopeAddress, hasForeignLocalPart, oneLine, readAddress } from './addresses.ts'
import { type Attachment, assertFew, attachmentsOf, keepDropped, keptAttachment } from './attachments.ts'
import { keepSentDraft } from './drafts.ts'
import { fileOutgoing, newIds, type OutgoingEmail } from './file-outgoing.ts'
import { keepMime } from './mime.ts'
import { embedPictures } from './pictures.ts'
import { textOfHtml } from './plain-text.ts'
import { findMailbox } from './sending-mailbox.ts'

interface Sending {
  readonly mailboxId: string
  readonly message: OutgoingMessage
  readonly rootId: string | null
  readonly furtherContactId: string | null
}

export const sendingOf = (
  params: ParamsOf<typeof outgoingApi.send>,
  query: QueryOf<typeof outgoingApi.send>,
  message: OutgoingMessage,
): Sending => ({
  mailboxId: params.id,
  message,
  rootId: query.rootEmailId ?? null,
  furtherContactId: query.contactIdForFurtherEncounter ?? null,
})

type Ready = { readonly handed: Handed } | { readonly email: OutgoingEmail; readonly dropped: readonly KeptFile[] }

/**
 * Does everything slow before the transaction: checks the message, gathers its attachments, builds and stores its
 * bytes. Errors: NOT_FOUND, FORBIDDEN, MAILBOX_OFF, VALIDATION, OPEN_PLACEHOLDERS, TOO_MANY_ATTACHMENTS,
 * MESSAGE_TOO_LARGE, STORAGE_FAILED.
 */
export async function prepareMessage(
  ctx: Ctx,
  { mailboxId, message, rootId, furtherContactId }: Sending,
  files: readonly UploadedFile[],
): Promise<Ready> {
  const handed = await handedBefore(ctx, message.idempotencyKey)
  if (handed) return { handed }
  const mailbox = (await findMailbox(ctx.db, mailboxId)) ?? fail('NOT_FOUND')
  if (!mailbox.active || !(mailbox.outgoing || mailbox.office)) fail('MAILBOX_OFF')
  assertFew(message, files.length)
  const [to = [], cc = [], bcc = []] = recipientsOf(message)
  const root = rootId ? await rootOf(ctx, rootId) : null
  if (furtherContactId) await assertMayTell(ctx, furtherContactId)
  const { subject, html: written } = withoutGaps(
    message.subject,
    cleanHtml(message.bodyAsHtml, { quotes: true, path: 'message.bodyAsHtml' }),
    message.withOpenPlaceholders,
  )
  const attached = await attachmentsOf(ctx, message)
  const dropped = await keepDropped(ctx, files)
  const clean = await withSignature(ctx, written)
  const { html, pictures } = await embedPictures(ctx, clean)
  const attachments: Attachment[] = [...attached, ...dropped.map(keptAttachment), ...pictures]
  assertSize(
    mailbox,
    attachments.reduce((sum, { size }) => sum + size, attachableBytes(html.length)),
  )
  const ids = await newIds(ctx)
  const from = { name: oneLine(mailbox.senderName), address: mailbox.address }
  const content = {
    from,
    to,
    cc,
    subject: oneLine(subject),
    html,
    text: textOfHtml(clean),
    attachments,
    messageId: `${randomUUID()}@${envelopeAddress(mailbox.address).split('@').at(-1)}`,
    inReplyTo: root?.messageId ?? '',
    references: root ? referencesHeader(root) : [],
    date: ctx.now,
  }
  const mime = await keepMime(ctx, { ...content, headers: { 'X-CRM-Outbox': ids.outbox } })
  assertSize(mailbox, attachableBytes(mime.size))
  return {
    dropped,
    email: {
      ...content,
      ids,
      bcc,
      mime,
      kind: 'NORMAL',
      mailbox,
      envelopeFrom: mailbox.address,
      leavesAt: new Date(ctx.now.getTime() + limits.email.undoSeconds * 1000),
      root: root && { id: root.id, threadId: root.threadId, forwarded: message.forwarded },
      idempotencyKey: message.idempotencyKey ?? null,
      furtherContactId,
    },
  }
}

/** Files the message and puts it into the outbox; the same idempotencyKey returns the same result. */
export async function handOver(ctx: Ctx, sending: Sending, ready: Ready): Promise<Handed> {
  if ('handed' in ready) return ready.handed
  const key = sending.message.idempotencyKey
  if (key) await lockOne(ctx.db, 'send', key)
  const handed = await handedBefore(ctx, key)
  if (handed) return handed
  const draftId = await keepSentDraft(ctx, sending, ready.dropped)
  return fileOutgoing(ctx, { ...ready.email, draftId })
}

async function handedBefore(ctx: Ctx, key: string | undefined): Promise<Handed | undefined> {
  if (!key) return undefined
  const { rows } = await sql<Handed & { by: string }>`
    select id as "outboxRef", email_id as "emailRef", iso(leaves_at) as "leavesAtUtc", created_by as by
      from outbox where idempotency_key = ${key}`.execute(ctx.db)
  if (!rows[0]) return undefined
  const { by, ...handed } = rows[0]
  return by === actorId(ctx) ? handed : fail('VALIDATION')
}

/** Replaces open placeholders by dots if allowed, because none may reach a customer. Errors: OPEN_PLACEHOLDERS. */
export function withoutGaps(subject: string, html: string, mayHaveGaps: boolean): { subject: string; html: string } {
  const gap = (inner: string, written: string) => (inner === 'userSignature' ? written : '…')
  const filled = mayHaveGaps
    ? { subject: fillText(subject, () => '…'), html: fillOwnHtml(html, gap) }
    : { subject, html }
  const open = placeholdersLeft(filled.subject, plainText(ownHtml(filled.html)))
  if (open.length > 0) fail('OPEN_PLACEHOLDERS', { values: { names: open.map((one) => `{{${one}}}`).join(', ') } })
  return filled
}

/** Throws if a message is too large. Sizes are stated as the files have them before encoding, as users see them. */
function assertSize({ maxMessageBytes, title }: { maxMessageBytes: number; title: string }, size: number): void {
  const most = attachableBytes(maxMessageBytes)
  if (size <= most) return
  const tenths = (bytes: number) => (bytes / 1024 / 1024) * 10
  const values = { size: Math.ceil(tenths(size)) / 10, limit: Math.round(tenths(most)) / 10, mailbox: title }
  fail('MESSAGE_TOO_LARGE', { values })
}

/** Returns each recipient once: To takes precedence over Cc, and Cc over Bcc. Errors: VALIDATION. */
function recipientsOf(message: OutgoingMessage): MailAddress[][] {
  const read = (path: 'recipients' | 'cc' | 'bcc') =>
    message[path].map((typed, at) => {
      const address = readAddress(typed)
      const field = `message.${path}.${at}`
      if (!address) fail('VALIDATION', { fields: [{ path: field, invalid: 'email' }] })
      if (!hasForeignLocalPart(address.address)) return address
      return fail('VALIDATION', {
        fields: [{ path: field, invalid: 'foreignAddress', values: { address: address.address } }],
      })
    })
  return deduplicated(read('recipients'), read('cc'), read('bcc'))
}

interface Root {
  readonly id: string
  readonly threadId: string
  readonly messageId: string
  readonly references: readonly string[]
}

/** Throws unless the caller may add an encounter to the contact. Errors: FORBIDDEN, NOT_FOUND. */
async function assertMayTell(ctx: Ctx, contactId: string): Promise<void> {
  if (!allows({ allOf: ['CONTACT_READ', 'ENCOUNTER_CREATE'] }, ctx.actor.permissions)) fail('FORBIDDEN')
  await assertContact(ctx, contactId)
}

/** Returns the message that is answered. Errors: VALIDATION if it does not exist or the caller may not read e-mails. */
async function rootOf(ctx: Ctx, id: string): Promise<Root> {
  const { rows } = await sql<Root>`
    select id, thread_id as "threadId", message_id as "messageId", reference_ids as references
      from email where id = ${id} and ${ctx.actor.permissions.has('EMAIL_READ')}`.execute(ctx.db)
  return rows[0] ?? fail('VALIDATION', { fields: [{ path: 'rootEmailId', invalid: 'unknownRef' }] })
}

const keptReferences = 20

/** Returns the References of an answer: the original's and its own id; of a long list the first and the latest. */
function referencesHeader({ messageId, references }: Pick<Root, 'messageId' | 'references'>): string[] {
  const all = [...new Set([...references, messageId])].filter(isMessageId)
  return all.length <= keptReferences ? all : [...all.slice(0, 1), ...all.slice(1 - keptReferences)]
}

/** Only valid ids are copied from foreign messages into the header. */
const isMessageId = (id: string) => /^[^\s<>\p{Cc}]{1,500}$/u.test(id)
