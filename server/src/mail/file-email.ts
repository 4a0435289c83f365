import { Readable } from 'node:stream'
import type { EmailState } from '@glut/contract/emails'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { keep } from '../files/files.ts'
import { type Ctx, type House, inTransaction, systemActor } from '../http/context.ts'
import { answerAbsence } from '../outgoing/outgoing.ts'
import { findSame } from './find-same.ts'
import { findThread } from './find-thread.ts'
import { addEmailEncounter, contactsOf } from './link-contact.ts'
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
  readonly contactId: string | null
  readonly assigneeId: string | null
}

/** One filing at a time over all processes, so that no two make the same e-mail or thread. */
const lockFiling = (db: Kysely<DB>) => sql`select pg_advisory_xact_lock(712049171)`.execute(db)

/** Writes a message as an e-mail with body, attachments and thread, under the lock of filing. Answers its thread. */
async function addEmail(ctx: Ctx, message: ReadMessage, kept: KeptContents, filing: Filing): Promise<string> {
  const { db } = ctx
  const { id, from } = message
  const references = [...new Set([...message.references, ...(message.inReplyTo ? [message.inReplyTo] : [])])]
  const threadId = (await findThread(db, message, filing.receivedAt)) ?? id
  const people = [from, ...message.to, ...message.cc, ...message.bcc].flatMap(({ name, address }) => [name, address])
  const searched = [message.subject, ...people, message.text.slice(0, 20_000)].join(' ').toWellFormed()
  await db
    .insertInto('email')
    .values({
      id,
      direction: filing.direction,
      kind: message.kind,
      state: filing.state,
      assignee_id: filing.assigneeId,
      contact_id: filing.contactId,
      seen: filing.seen,
      subject: message.subject,
      from_name: from.name,
      from_address: from.address,
      to_list: JSON.stringify(message.to),
      cc_list: JSON.stringify(message.cc),
      bcc_list: JSON.stringify(message.bcc),
      reply_to_list: JSON.stringify(message.replyTo),
      preview: message.preview,
      message_id: message.messageId,
      in_reply_to: message.inReplyTo,
      reference_ids: references,
      thread_id: threadId,
      sent_at: message.sentAt,
      received_at: filing.receivedAt.toISOString(),
      parse_state: message.parseState,
      seal: message.seal,
      attachment_count: kept.attachments.filter(({ inline }) => !inline).length,
      source_hash: kept.sourceHash,
      source_bytes: kept.sourceBytes,
      search: sql<string>`search_text(${searched})`,
    })
    .execute()
  await db
    .insertInto('email_body')
    .values({
      id,
      html: message.html,
      text: message.text,
      blocked_pictures: [...message.blockedPictures],
      invitations: JSON.stringify(message.invitations),
    })
    .execute()
  if (kept.attachments.length > 0) {
    const rows = kept.attachments.map((one, position) => ({
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
    await db.insertInto('email_attachment').values(rows).execute()
  }
  return threadId
}

/** A message that was fetched, and where it lies on its server. */
export interface Arrival {
  readonly folderId: string
  readonly role: string
  readonly uidValidity: number
  readonly uid: string
  readonly receivedAt: Date | null
  readonly seen: boolean | null
  /** Of the time before the mailbox was connected: nobody has to deal with it. */
  readonly past: boolean
}

/**
 * Files a message that came in, once however often and from wherever it is fetched, in one transaction: the e-mail with
 * its link to a contact and its encounter, and the place where it lies. Answers the id of the e-mail.
 */
export const fileArrival = (house: House, message: ReadMessage, kept: KeptContents, arrival: Arrival) =>
  inTransaction(house, systemActor(), (ctx) => fileArrivalIn(ctx, message, kept, arrival))

/** The same in the transaction of a call. */
export async function fileArrivalIn(
  ctx: Ctx,
  message: ReadMessage,
  kept: KeptContents,
  arrival: Arrival,
): Promise<{ emailId: string; isNew: boolean }> {
  await lockFiling(ctx.db)
  const at = await emailAt(ctx.db, arrival)
  if (at) return { emailId: at, isNew: false }
  const same = await findSame(ctx.db, message, kept.sourceHash)
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

async function emailAt(db: Kysely<DB>, { folderId, uidValidity, uid }: Arrival): Promise<string | null> {
  const found = await db
    .selectFrom('mail_source')
    .select('email_id')
    .where('folder_id', '=', folderId)
    .where('uid_validity', '=', uidValidity)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return found?.email_id ?? null
}

async function addArrival(ctx: Ctx, message: ReadMessage, kept: KeptContents, arrival: Arrival): Promise<string> {
  const { db } = ctx
  const direction = arrival.role === 'SENT' ? 'OUTGOING' : 'INCOMING'
  const others = direction === 'INCOMING' ? [message.from] : message.to
  const contacts = await contactsOf(
    db,
    others.map(({ address }) => address),
  )
  const contactId = contacts.length === 1 ? (contacts[0] ?? null) : null
  const receivedAt = receivedAtOf(message, arrival.receivedAt, ctx.now)
  const done = direction === 'OUTGOING' || arrival.past || message.kind === 'RECEIPT' || message.kind === 'DELAYED'
  const threadId = await addEmail(ctx, message, kept, {
    direction,
    state: done ? 'CLOSED' : 'OPEN',
    seen: arrival.seen ?? direction === 'OUTGOING',
    receivedAt,
    contactId,
    assigneeId: null,
  })
  if (!done) await giveToWhoKnowsIt(db, message.id, threadId)
  if (direction === 'OUTGOING') await markAnswered(db, message.inReplyTo, receivedAt)
  if (message.report) await recordReport(ctx, message)
  if (!done && message.kind === 'NORMAL' && !message.refusesAnswers) await answerAbsence(ctx, message.id)
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

/** An answer goes back to whoever had the thread last. */
async function giveToWhoKnowsIt(db: Kysely<DB>, id: string, threadId: string): Promise<void> {
  if (threadId === id) return
  await sql`
    update email set assignee_id = known.assignee_id
      from (select e.assignee_id from email e join app_user u on u.id = e.assignee_id
             where e.thread_id = ${threadId} and u.deleted_at is null and not u.disabled
             order by e.received_at desc, e.id desc limit 1) as known
     where email.id = ${id}`.execute(db)
}

/** Somebody answered with another program: its Sent folder says so. */
async function markAnswered(db: Kysely<DB>, inReplyTo: string, at: Date): Promise<void> {
  if (!inReplyTo) return
  await sql`
    update email set answered_at = greatest(answered_at, ${at})
     where message_id = ${inReplyTo} and direction = 'INCOMING'`.execute(db)
}
