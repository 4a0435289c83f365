import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { EmailState } from '#contract/emails'
import type { DB } from '../db/schema.ts'
import { keep } from '../files/files.ts'
import type { Ctx } from '../http/context.ts'
import { answerAbsence } from '../outgoing/outgoing.ts'
import { findSame, type Place } from './find-same.ts'
import { findThread } from './find-thread.ts'
import { addEmailEncounter, contactsQuery } from './link-contact.ts'
import type { ReadAttachment, ReadMessage } from './message.ts'
import { recordReport } from './record-report.ts'

/** Contents in the file store, ready to be named by the rows of an e-mail. */
export interface KeptContents {
  readonly sourceHash: string
  readonly sourceBytes: number
  readonly attachments: readonly (Omit<ReadAttachment, 'content'> & { readonly hash: string; readonly size: number })[]
}

/** Puts the source and the attachments of a message into the file store; outside of any transaction. */
export async function keepContents(
  { db, services }: Pick<Ctx, 'db' | 'services'>,
  source: Uint8Array,
  message: ReadMessage,
): Promise<KeptContents> {
  const put = (content: Uint8Array) => keep(db, services.files, () => Readable.from([content]))
  const [stored, ...files] = await Promise.all([put(source), ...message.attachments.map(({ content }) => put(content))])
  return {
    sourceHash: stored.hash,
    sourceBytes: stored.size,
    attachments: message.attachments.map(({ content: _, ...rest }, at) => ({
      ...rest,
      hash: files[at]?.hash ?? '',
      size: files[at]?.size ?? 0,
    })),
  }
}

/** How a message becomes an e-mail. */
interface Filing {
  readonly direction: 'INCOMING' | 'OUTGOING'
  readonly state: EmailState
  readonly seen: boolean
  readonly receivedAt: Date
  readonly threadId: string
  readonly contactId: string | null
  readonly assigneeId: string | null
}

/** One filing at a time over all processes, so that no two make the same e-mail or thread. */
export const lockFiling = (db: Kysely<DB>) => sql`select pg_advisory_xact_lock(712049171)`.execute(db)

/** Writes a message as an e-mail with body and attachments. */
async function addEmail(db: Kysely<DB>, message: ReadMessage, kept: KeptContents, filing: Filing): Promise<void> {
  const { id, from } = message
  const references = [...new Set([...message.references, ...(message.inReplyTo ? [message.inReplyTo] : [])])]
  const people = [from, ...message.to, ...message.cc, ...message.bcc].flatMap(({ name, address }) => [name, address])
  const searched = [message.subject, ...people, message.text.slice(0, 20_000)].join(' ').toWellFormed()
  const listed = kept.attachments.filter(({ inline }) => !inline).length
  const attachments = kept.attachments.map((one, position) => ({
    id: one.id,
    email_id: id,
    position,
    name: one.name,
    mime_type: one.mimeType,
    size_byte: one.size,
    file_hash: one.hash,
    content_id: one.contentId,
    inline: one.inline,
  }))
  await sql`
    with added as (
      insert into email (
        id, direction, kind, state, assignee_id, contact_id, seen, subject, from_name, from_address, to_list, cc_list,
        bcc_list, reply_to_list, preview, message_id, in_reply_to, reference_ids, thread_id, sent_at, received_at,
        parse_state, seal, attachment_count, source_hash, source_bytes, content_hash, search)
      values (
        ${id}, ${filing.direction}, ${message.kind}, ${filing.state}, ${filing.assigneeId}, ${filing.contactId},
        ${filing.seen}, ${message.subject}, ${from.name}, ${from.address}, ${JSON.stringify(message.to)},
        ${JSON.stringify(message.cc)}, ${JSON.stringify(message.bcc)}, ${JSON.stringify(message.replyTo)},
        ${message.preview}, ${message.messageId}, ${message.inReplyTo}, ${references}, ${filing.threadId},
        ${message.sentAt}, ${filing.receivedAt.toISOString()}, ${message.parseState}, ${message.seal}, ${listed},
        ${kept.sourceHash}, ${kept.sourceBytes}, ${message.contentHash}, search_text(${searched}))),
    body as (
      insert into email_body (id, html, text, blocked_pictures, invitations)
      values (${id}, ${message.html}, ${message.text}, ${[...message.blockedPictures]},
              ${JSON.stringify(message.invitations)}))
    insert into email_attachment (id, email_id, position, name, mime_type, size_byte, file_hash, content_id, inline)
    select id, email_id, position, name, mime_type, size_byte, file_hash, content_id, inline
      from json_populate_recordset(null::email_attachment, ${JSON.stringify(attachments)}::json)`.execute(db)
}

/** A message that was fetched, and where it lies on its server. */
export interface Arrival extends Place {
  readonly role: string
  readonly receivedAt: Date | null
  readonly seen: boolean | null
  /** Of the time before the mailbox was connected: nobody has to deal with it. */
  readonly past: boolean
}

/**
 * Files a message that came in, once however often and from wherever it is fetched: the e-mail with its link to a
 * contact and its encounter, and the place where it lies. Whoever calls holds `lockFiling`. Answers the id of the
 * e-mail.
 */
export async function fileArrivalIn(
  ctx: Ctx,
  message: ReadMessage,
  kept: KeptContents,
  arrival: Arrival,
): Promise<{ emailId: string; isNew: boolean }> {
  const same = await findSame(ctx.db, message, kept, arrival)
  const emailId = same ?? (await addArrival(ctx, message, kept, arrival))
  await ctx.db
    .insertInto('mail_source')
    .values({
      folder_id: arrival.folderId,
      uid_validity: arrival.uidValidity,
      uid: arrival.uid,
      email_id: emailId,
      seen: arrival.seen,
    })
    .onConflict((on) =>
      on.columns(['folder_id', 'uid_validity', 'uid']).doUpdateSet({ email_id: emailId, outcome: null, gone_at: null }),
    )
    .execute()
  return { emailId, isNew: same === null }
}

async function addArrival(ctx: Ctx, message: ReadMessage, kept: KeptContents, arrival: Arrival): Promise<string> {
  const { db } = ctx
  const direction = arrival.role === 'SENT' ? 'OUTGOING' : 'INCOMING'
  const others = direction === 'INCOMING' ? [message.from] : message.to
  const receivedAt = receivedAtOf(message, arrival.receivedAt, ctx.now)
  const done = direction === 'OUTGOING' || arrival.past || message.kind === 'RECEIPT' || message.kind === 'DELAYED'
  const threadId = (await findThread(db, message, receivedAt)) ?? message.id
  const { assigneeId, isAbsence, contacts } = await circumstances(
    db,
    threadId,
    others.map(({ address }) => address),
  )
  const contactId = contacts.length === 1 ? (contacts[0] ?? null) : null
  await addEmail(db, message, kept, {
    direction,
    state: done ? 'CLOSED' : 'OPEN',
    seen: arrival.seen ?? direction === 'OUTGOING',
    receivedAt,
    threadId,
    contactId,
    assigneeId: done ? null : assigneeId,
  })
  if (direction === 'OUTGOING') await markAnswered(db, message.inReplyTo, receivedAt)
  if (message.report) await recordReport(ctx, message)
  if (!done && isAbsence && message.kind === 'NORMAL' && !message.refusesAnswers) await answerAbsence(ctx, message.id)
  if (contactId) {
    const encounterId = await addEmailEncounter(ctx, message.id, contactId)
    await db.updateTable('email').set({ encounter_id: encounterId }).where('id', '=', message.id).execute()
  }
  return message.id
}

/** When a message came in, by its server or else by what it says itself; what lies in the future is not believed. */
export function receivedAtOf(message: ReadMessage, byServer: Date | null, now: Date): Date {
  const said = [byServer, message.receivedAt, message.sentAt].filter((one) => one !== null)
  const times = said.map((one) => new Date(one)).filter((time) => time.getTime() <= now.getTime() + 60_000)
  return times[0] ?? now
}

interface Circumstances {
  /** Who had the thread last, to whom an answer goes back. */
  readonly assigneeId: string | null
  /** Whether there is anything to say about an absence. */
  readonly isAbsence: boolean
  /** Those who have one of the addresses. */
  readonly contacts: readonly string[]
}

async function circumstances(db: Kysely<DB>, threadId: string, addresses: readonly string[]): Promise<Circumstances> {
  const { rows } = await sql<Circumstances>`
    select (select e.assignee_id from email e join app_user u on u.id = e.assignee_id
             where e.thread_id = ${threadId} and u.deleted_at is null and not u.disabled
             order by e.received_at desc, e.id desc limit 1) as "assigneeId",
           exists (select from absence_email where active) as "isAbsence",
           array(${contactsQuery(addresses)}) as contacts`.execute(db)
  return rows[0] ?? { assigneeId: null, isAbsence: false, contacts: [] }
}

/** Somebody answered with another program: its Sent folder says so. */
async function markAnswered(db: Kysely<DB>, inReplyTo: string, at: Date): Promise<void> {
  if (!inReplyTo) return
  await sql`
    update email set answered_at = greatest(answered_at, ${at})
     where message_id = ${inReplyTo} and direction = 'INCOMING'`.execute(db)
}
