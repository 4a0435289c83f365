import { type Kysely, sql } from 'kysely'
import type { EmailState } from '#contract/mail/emails'
import { preparedStatement } from '../../db/db.ts'
import type { DB } from '../../db/schema.ts'
import { keepAll } from '../../files/files.ts'
import type { Ctx } from '../../http/context.ts'
import type { ReadAttachment, ReadMessage } from '../reading/message.ts'
import { searchTextOf } from '../reading/search-text.ts'
import { type Alike, alikeQuery, findSame, type Place } from './find-same.ts'
import { findThread } from './find-thread.ts'
import { addEmailEncounter, contactsQuery } from './link-contact.ts'
import type { FilingLocks } from './lock-filing.ts'
import { recordReport } from './record-report.ts'

/** Hashes and sizes of a message's contents in the file store, for the rows of an e-mail. */
export interface KeptContents {
  readonly sourceHash: string
  readonly sourceBytes: number
  readonly attachments: readonly (Omit<ReadAttachment, 'content'> & { readonly hash: string; readonly size: number })[]
}

/** Stores the source and the attachments of a message in the file store; runs outside of any transaction. */
export async function keepContents(
  { db, services }: Pick<Ctx, 'db' | 'services'>,
  source: Uint8Array,
  message: ReadMessage,
): Promise<KeptContents> {
  const contents = [source, ...message.attachments.map(({ content }) => content)]
  const [stored, ...files] = await keepAll(db, services.files, contents)
  return {
    sourceHash: stored?.hash ?? '',
    sourceBytes: stored?.size ?? 0,
    attachments: message.attachments.map(({ content: _, ...rest }, at) => ({
      ...rest,
      hash: files[at]?.hash ?? '',
      size: files[at]?.size ?? 0,
    })),
  }
}

/** Properties of the e-mail that a message becomes. */
interface Filing {
  readonly direction: 'INCOMING' | 'OUTGOING'
  readonly state: EmailState
  readonly seen: boolean
  readonly receivedAt: Date
  readonly threadId: string
  readonly contactId: string | null
  /** Whether the last assignee of the thread gets the e-mail. */
  readonly staysWithThread: boolean
  readonly arrival: Arrival
}

/** Inserts the e-mail with its body, attachments and place on the server, in one query for speed. */
async function addEmail(db: Kysely<DB>, message: ReadMessage, kept: KeptContents, filing: Filing): Promise<void> {
  const { id, from } = message
  const references = [...new Set([...message.references, ...(message.inReplyTo ? [message.inReplyTo] : [])])]
  const people = [from, ...message.to, ...message.cc, ...message.bcc]
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
    ${preparedStatement} with added as (
      insert into email (
        id, direction, kind, state, assignee_id, contact_id, seen, subject, from_name, from_address, to_list, cc_list,
        bcc_list, reply_to_list, preview, message_id, in_reply_to, reference_ids, thread_id, sent_at, received_at,
        parse_state, seal, attachment_count, source_hash, source_bytes, content_hash, search)
      values (
        ${id}, ${filing.direction}, ${message.kind}, ${filing.state},
        ${filing.staysWithThread ? assigneeOf(filing.threadId) : null}, ${filing.contactId}, ${filing.seen},
        ${message.subject}, ${from.name}, ${from.address}, ${JSON.stringify(message.to)}, ${JSON.stringify(message.cc)},
        ${JSON.stringify(message.bcc)}, ${JSON.stringify(message.replyTo)}, ${message.preview}, ${message.messageId},
        ${message.inReplyTo}, ${references}, ${filing.threadId}, ${message.sentAt}, ${filing.receivedAt.toISOString()},
        ${message.parseState}, ${message.seal}, ${listed}, ${kept.sourceHash}, ${kept.sourceBytes},
        ${message.contentHash}, ${searchTextOf(message.subject, people, message.text)})),
    body as (
      insert into email_body (id, html, text, blocked_pictures, invitations)
      values (${id}, ${message.html}, ${message.text}, ${[...message.blockedPictures]},
              ${JSON.stringify(message.invitations)})),
    lies as (${placeQuery(id, filing.arrival)})
    insert into email_attachment (id, email_id, position, name, mime_type, size_byte, file_hash, content_id, inline)
    select id, email_id, position, name, mime_type, size_byte, file_hash, content_id, inline
      from json_populate_recordset(null::email_attachment, ${JSON.stringify(attachments)}::json)`.execute(db)
}

/** A fetched message, and its place on its server. */
export interface Arrival extends Place {
  readonly role: string
  readonly receivedAt: Date | null
  readonly seen: boolean | null
  /** Whether it arrived before the mailbox was connected; it is then filed as closed. */
  readonly past: boolean
}

/**
 * Files a message that arrived: the e-mail with its place on the server, its contact and its encounter. A message that
 * was filed before, from this place or another, only gets the place. `locks` must come from `lockFiling` for this
 * message. Returns the id of the e-mail and whether it is new.
 */
export async function fileArrivalIn(
  ctx: Ctx,
  message: ReadMessage,
  kept: KeptContents,
  arrival: Arrival,
  locks: FilingLocks,
): Promise<{ emailId: string; isNew: boolean }> {
  const { alike, isAbsence, contacts } = await lookUp(ctx.db, message, kept, arrival)
  const same = await findSame(ctx.db, alike, message, kept)
  if (same) {
    await placeQuery(same.id, arrival).execute(ctx.db)
    if (isAbsence && !same.wasHere && arrival.role !== 'SENT') await answerAbsence(ctx, message, arrival, same.id)
  } else await addArrival(ctx, message, kept, arrival, { isAbsence, contacts }, locks)
  return { emailId: same?.id ?? message.id, isNew: !same }
}

interface Circumstances {
  /** Whether any absence e-mail is active, of the list or of a user who is away. */
  readonly isAbsence: boolean
  /** Contacts that have one of the addresses. */
  readonly contacts: readonly string[]
}

/** Reads everything needed to file a message, in one query. */
async function lookUp(db: Kysely<DB>, message: ReadMessage, kept: KeptContents, arrival: Arrival) {
  const others = arrival.role === 'SENT' ? message.to : [message.from]
  const addresses = others.map(({ address }) => address)
  const { rows } = await sql<Circumstances & { alike: Alike[] }>`
    ${preparedStatement} select
           array(select to_json(alike) from (${alikeQuery(message, kept.sourceHash, arrival)}) alike) as alike,
           exists (select from absence_email where active)
             or exists (select from absence where from_at <= now() and now() < until_at and subject <> '') as "isAbsence",
           array(${contactsQuery(addresses)}) as contacts`.execute(db)
  return rows[0] ?? { alike: [], isAbsence: false, contacts: [] }
}

async function addArrival(
  ctx: Ctx,
  message: ReadMessage,
  kept: KeptContents,
  arrival: Arrival,
  { isAbsence, contacts }: Circumstances,
  locks: FilingLocks,
): Promise<void> {
  const { db } = ctx
  const direction = arrival.role === 'SENT' ? 'OUTGOING' : 'INCOMING'
  const receivedAt = receivedAtOf(message, arrival.receivedAt, ctx.now)
  const done = direction === 'OUTGOING' || arrival.past || message.kind === 'RECEIPT' || message.kind === 'DELAYED'
  const contactId = contacts.length === 1 ? (contacts[0] ?? null) : null
  const threadId = (await findThread(db, message, receivedAt, locks)) ?? message.id
  locks.threads.add(threadId)
  await addEmail(db, message, kept, {
    direction,
    state: done ? 'CLOSED' : 'OPEN',
    seen: arrival.seen ?? direction === 'OUTGOING',
    receivedAt,
    threadId,
    contactId,
    staysWithThread: !done,
    arrival,
  })
  if (kept.attachments.length > 0) await ctx.enqueue('readFiles', {})
  if (direction === 'OUTGOING') await markAnswered(db, message.inReplyTo, receivedAt)
  if (message.report) await recordReport(ctx, message)
  if (isAbsence && direction === 'INCOMING') await answerAbsence(ctx, message, arrival, message.id)
  if (contactId) {
    const encounterId = await addEmailEncounter(ctx, message.id, contactId)
    const shown = db.updateTable('email').set({ encounter_id: encounterId }).where('id', '=', message.id)
    await shown.modifyEnd(preparedStatement).execute()
  }
}

/** Queues the answer of an absent user. A message in two mailboxes is answered for each, as their users may differ. */
async function answerAbsence(ctx: Ctx, message: ReadMessage, { past }: Arrival, emailId: string): Promise<void> {
  if (!past && message.kind === 'NORMAL' && !message.refusesAnswers) await ctx.enqueue('answerAbsence', { emailId })
}

/** Returns the statement that inserts the place of an e-mail on its server. */
const placeQuery = (emailId: string, { folderId, uidValidity, uid, seen }: Arrival) => sql`
  insert into mail_source (folder_id, uid_validity, uid, email_id, seen)
  values (${folderId}, ${uidValidity}, ${uid}, ${emailId}, ${seen})
  on conflict (folder_id, uid_validity, uid) do update set email_id = excluded.email_id, outcome = null, gone_at = null`

const assigneeOf = (threadId: string) => sql`(
  select e.assignee_id from email e join app_user u on u.id = e.assignee_id
   where e.thread_id = ${threadId} and u.deleted_at is null and not u.disabled
   order by e.received_at desc, e.id desc limit 1)`

/** Returns when a message arrived: by the server's date, else by its header. Times in the future are ignored. */
export function receivedAtOf(message: ReadMessage, byServer: Date | null, now: Date): Date {
  const said = [byServer, message.receivedAt, message.sentAt].filter((one) => one !== null)
  const times = said.map((one) => new Date(one)).filter((time) => time.getTime() <= now.getTime() + 60_000)
  return times[0] ?? now
}

/** Marks the original as answered when a Sent folder has an answer that another program wrote. */
async function markAnswered(db: Kysely<DB>, inReplyTo: string, at: Date): Promise<void> {
  if (!inReplyTo) return
  await sql`
    update email set answered_at = greatest(answered_at, ${at})
     where message_id = ${inReplyTo} and direction = 'INCOMING'`.execute(db)
}
