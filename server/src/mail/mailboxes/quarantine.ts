import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Quarantined } from '#contract/mail/mailboxes'
import { codeOf } from '../../db/error-code.ts'
import { keep, openStored, storedReply } from '../../files/files.ts'
import type { StoredFileReply } from '../../http/answers.ts'
import type { AppContext, Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { type Arrival, fileArrivalIn, type KeptContents, keepContents } from '../filing/file-email.ts'
import { lockFiling, lockKeys } from '../filing/lock-filing.ts'
import type { ReadMessage } from '../reading/message.ts'
import { parseMessage, UnreadableMessage } from '../reading/parse.ts'
import { getMailbox } from './mailboxes.ts'
import type { AssertReader } from './reader.ts'

/** Whether an error is caused by the content of a message, not by the database, the disk or the connection. */
export function isOfMessage(error: unknown): boolean {
  if (error instanceof UnreadableMessage || error instanceof TypeError || error instanceof RangeError) return true
  // Invalid data for a column, a violated constraint, or a row too large for an index.
  return /^(22|23|54)\w{3}$/.test(codeOf(error))
}

/** Stores a message that cannot be filed with its source, so that the messages after it can be. */
export async function quarantine(
  { database, services }: AppContext,
  mailboxId: string,
  { folderId, uidValidity, uid, receivedAt }: Omit<Arrival, 'past'>,
  source: Uint8Array,
  error: unknown,
  assertReader: AssertReader,
): Promise<void> {
  const stored = await keep(database.kysely, services.files, () => source)
  const head = Buffer.from(source.subarray(0, 50_000)).toString('latin1')
  await database.kysely.transaction().execute(async (db) => {
    await assertReader(db)
    await db
      .insertInto('mail_quarantine')
      .values({
        mailbox_id: mailboxId,
        folder_id: folderId,
        uid_validity: uidValidity,
        uid,
        received_at: (receivedAt ?? new Date()).toISOString(),
        source_hash: stored.hash,
        size_byte: stored.size,
        subject: field(head, 'subject'),
        from_address: field(head, 'from'),
        reason: reasonOf(error),
      })
      .onConflict((on) =>
        on.columns(['folder_id', 'uid_validity', 'uid']).doUpdateSet((eb) => ({
          tries: eb('mail_quarantine.tries', '+', 1),
          reason: eb.ref('excluded.reason'),
        })),
      )
      .execute()
    await db
      .insertInto('mail_source')
      .values({ folder_id: folderId, uid_validity: uidValidity, uid, outcome: 'QUARANTINED' })
      .onConflict((on) => on.columns(['folder_id', 'uid_validity', 'uid']).doUpdateSet({ outcome: 'QUARANTINED' }))
      .execute()
  })
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 1000)
const field = (head: string, name: string) =>
  (new RegExp(`^${name}:[ \\t]*(.{0,300})`, 'im').exec(head)?.[1] ?? '').replaceAll('\0', '').trim()

const listed = 500

/** Errors: NOT_FOUND. */
export async function listQuarantine(ctx: Ctx, mailboxId: string): Promise<Quarantined[]> {
  await getMailbox(ctx, mailboxId)
  const { rows } = await sql<Quarantined>`
    select q.id, q.mailbox_id as "mailboxRef", f.path as folder, iso(q.received_at) as "receivedAtUtc",
           q.size_byte as "sizeByte", q.subject, q.from_address as "from", q.reason, q.tries
      from mail_quarantine q join mail_folder f on f.id = q.folder_id
     where q.mailbox_id = ${mailboxId} order by q.received_at desc, q.id desc limit ${listed}`.execute(ctx.db)
  return rows
}

/** Errors: NOT_FOUND, STORAGE_FAILED. */
export async function quarantinedSource(ctx: Ctx, id: string): Promise<StoredFileReply> {
  const { hash, size } = await select(ctx, id)
  return storedReply(ctx, { hash, size, name: 'message.eml', mimeType: 'message/rfc822' })
}

interface Kept extends Omit<Arrival, 'past' | 'receivedAt'> {
  readonly receivedAt: Date
  readonly hash: string
  readonly size: number
  readonly createdAt: string
}

async function select({ db }: Ctx, id: string): Promise<Kept> {
  const { rows } = await sql<Omit<Kept, 'receivedAt'> & { receivedAt: string }>`
    select q.source_hash as hash, q.size_byte as size, q.folder_id as "folderId", f.role, q.uid,
           q.uid_validity as "uidValidity", q.received_at as "receivedAt", s.seen, m.created_at as "createdAt"
      from mail_quarantine q join mail_folder f on f.id = q.folder_id join mailbox m on m.id = q.mailbox_id
      left join mail_source s on s.folder_id = q.folder_id and s.uid_validity = q.uid_validity and s.uid = q.uid
     where q.id = ${id} and q.source_hash is not null`.execute(db)
  const row = rows[0]
  return row ? { ...row, receivedAt: new Date(row.receivedAt) } : fail('NOT_FOUND')
}

interface Again {
  readonly read: ReadMessage
  readonly contents: KeptContents
}

/** Parses a message again, before the transaction of the call; a string says why it still cannot be read. */
export async function readAgain(ctx: Ctx, id: string): Promise<Again | string> {
  const source = await openStored(ctx, (await select(ctx, id)).hash).then(buffer)
  try {
    const read = await parseMessage(source)
    return { read, contents: await keepContents(ctx, source, read) }
  } catch (error) {
    if (!isOfMessage(error)) throw error
    return reasonOf(error)
  }
}

/** Files a message that could be parsed again. Errors: NOT_FOUND. */
export async function fileAgain(
  ctx: Ctx,
  id: string,
  again: Again | string,
): Promise<{ emailRef: string | null; reason: string }> {
  const { createdAt, ...kept } = await select(ctx, id)
  const reason =
    typeof again === 'string'
      ? again
      : await fileOr(ctx, again, { ...kept, past: kept.receivedAt.toISOString() < createdAt })
  if (typeof reason === 'string') {
    await ctx.db
      .updateTable('mail_quarantine')
      .set({ tries: sql<number>`tries + 1`, reason })
      .where('id', '=', id)
      .execute()
    return { emailRef: null, reason }
  }
  await ctx.db.deleteFrom('mail_quarantine').where('id', '=', id).execute()
  return { emailRef: reason.emailId, reason: '' }
}

/** Files a message within a savepoint, so that the rest of the transaction can commit after a failure. */
async function fileOr(ctx: Ctx, { read, contents }: Again, arrival: Arrival): Promise<{ emailId: string } | string> {
  const locks = await lockFiling(ctx.db, lockKeys(read, contents.sourceHash, arrival.role))
  await sql`savepoint again`.execute(ctx.db)
  try {
    return await fileArrivalIn(ctx, read, contents, arrival, locks)
  } catch (error) {
    if (!isOfMessage(error)) throw error
    await sql`rollback to savepoint again`.execute(ctx.db)
    return reasonOf(error)
  }
}
