import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Look, RemoteMessage, Transport } from '../transports/transport.ts'
import { type ReadFolder, saveCursor } from './folders.ts'
import type { AssertReader } from './reader.ts'

/** Days of past mail that a new mailbox fetches. */
export const firstDays = 90

/** Finds out what is new, changed and gone in a folder, and stores it; nothing is fetched yet. */
export async function lookInto(
  db: Kysely<DB>,
  transport: Transport,
  folder: ReadFolder,
  whole: boolean,
  assertReader: AssertReader,
): Promise<ReadFolder> {
  let since: Date | null | undefined
  const note = async (messages: readonly RemoteMessage[], uidValidity: number) => {
    const oldest = since === undefined ? await oldestWanted(db, folder, uidValidity) : since
    since = oldest
    await db.transaction().execute(async (tx) => {
      await assertReader(tx)
      await writeWaiting(tx, folder.id, uidValidity, messages, oldest)
    })
  }
  // An error of the product during the look must not be reported as one of the server.
  const own: { fault?: unknown } = {}
  const look = await transport
    .look(folder, whole, (messages, uidValidity) =>
      note(messages, uidValidity).catch((error: unknown) => {
        own.fault = error
        throw error
      }),
    )
    .catch((error: unknown) => {
      throw own.fault ?? error
    })
  const { cursor } = look
  await db.transaction().execute(async (tx) => {
    await assertReader(tx)
    if (folder.uidValidity !== null && folder.uidValidity !== cursor.uidValidity) {
      await sql`
        update mail_source set gone_at = now()
         where folder_id = ${folder.id} and uid_validity <> ${cursor.uidValidity} and gone_at is null`.execute(tx)
      await sql`
        delete from mail_source
         where folder_id = ${folder.id} and uid_validity <> ${cursor.uidValidity} and outcome in ('WAITING', 'TOO_OLD')
      `.execute(tx)
    }
    await writeFlags(tx, folder.id, cursor.uidValidity ?? 0, look.changed)
    await writeGone(tx, folder.id, cursor.uidValidity ?? 0, look)
    await saveCursor(tx, folder.id, cursor, whole)
  })
  return { ...folder, ...cursor, checkedAt: whole ? new Date() : folder.checkedAt }
}

/**
 * Returns the date before which mail is not fetched; null for any age. The first look into a folder leaves older mail
 * on the server, for the synchronisation of past mail. When the server renumbers its messages, mail as old as what was
 * fetched before is listed again.
 */
async function oldestWanted(db: Kysely<DB>, folder: ReadFolder, uidValidity: number): Promise<Date | null> {
  const isFirst = folder.uidValidity === null
  if (!isFirst && folder.uidValidity === uidValidity) return null
  const usual = new Date(Date.now() - firstDays * 86_400_000)
  if (isFirst) return usual
  const { rows } = await sql<{ oldest: string | null }>`
    select min(e.received_at) as oldest from mail_source s join email e on e.id = s.email_id
     where s.folder_id = ${folder.id}`.execute(db)
  const oldest = rows[0]?.oldest
  return oldest && Date.parse(oldest) < usual.getTime() ? new Date(Date.parse(oldest) - 86_400_000) : usual
}

async function writeWaiting(
  db: Kysely<DB>,
  folderId: string,
  uidValidity: number,
  messages: readonly RemoteMessage[],
  since: Date | null,
): Promise<void> {
  const rows = messages.map(({ uid, receivedAt, sizeByte, seen }) => ({
    uid,
    outcome: since && receivedAt && receivedAt < since ? 'TOO_OLD' : 'WAITING',
    received_at: receivedAt?.toISOString() ?? null,
    size_byte: sizeByte,
    seen,
  }))
  await sql`
    insert into mail_source (folder_id, uid_validity, uid, outcome, received_at, size_byte, seen)
    select ${folderId}, ${uidValidity}, uid, outcome, received_at, size_byte, seen
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as r(uid text, outcome text, received_at timestamptz, size_byte bigint, seen boolean)
    on conflict (folder_id, uid_validity, uid) do update set gone_at = null where mail_source.gone_at is not null
  `.execute(db)
}

/** Updates flags that differ from the last look; each copy of a message has flags of its own. */
async function writeFlags(
  db: Kysely<DB>,
  folderId: string,
  uidValidity: number,
  changed: Look['changed'],
): Promise<void> {
  if (changed.length === 0) return
  await sql`
    with told as (
      select * from unnest(${changed.map(({ uid }) => uid)}::text[], ${changed.map(({ seen }) => seen)}::boolean[]) as t(uid, seen)),
    flipped as (
      update mail_source s set seen = told.seen from told
       where s.folder_id = ${folderId} and s.uid_validity = ${uidValidity} and s.uid = told.uid
         and s.seen is distinct from told.seen
         and not exists (select from mail_server_task t where t.source_id = s.id and t.task in ('SEEN', 'UNSEEN'))
      returning s.email_id, s.seen)
    update email e set seen = flipped.seen from flipped where e.id = flipped.email_id and e.seen <> flipped.seen
  `.execute(db)
}

/** Marks the places of vanished messages as gone; their e-mails stay. Messages that were never fetched are dropped. */
async function writeGone(db: Kysely<DB>, folderId: string, uidValidity: number, { gone, all }: Look): Promise<void> {
  if (all === null && gone.length === 0) return
  const which =
    all === null
      ? sql`uid = any(${[...gone]})`
      : sql`not exists (select from unnest(${[...all]}::text[]) a(id) where a.id = mail_source.uid)`
  const here = sql`folder_id = ${folderId} and uid_validity = ${uidValidity} and gone_at is null and ${which}`
  await sql`delete from mail_source where ${here} and outcome in ('WAITING', 'TOO_OLD')`.execute(db)
  await sql`update mail_source set gone_at = now() where ${here}`.execute(db)
}
