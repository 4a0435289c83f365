import { type Kysely, sql } from 'kysely'
import { codeOf } from '../../db/error-code.ts'
import type { DB } from '../../db/schema.ts'
import { StorageError } from '../../files/file-store.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../../http/context.ts'
import { fileArrivalIn, keepContents, receivedAtOf } from '../filing/file-email.ts'
import { type FilingLocks, lockFiling, lockKeys } from '../filing/lock-filing.ts'
import { parseMessage } from '../reading/parse.ts'
import { hangUps } from '../transports/faults.ts'
import type { ConnectedMailbox } from '../transports/mailbox.ts'
import {
  type FetchedMessage,
  mostRefusals,
  type Transport,
  type UnreadMessage,
  type WaitingMessage,
} from '../transports/transport.ts'
import type { ReadFolder } from './folders.ts'
import { isOfMessage, quarantine } from './quarantine.ts'
import { type AssertReader, ReplacedReader } from './reader.ts'

const batchSize = 200
/** Limit in bytes above which only the head of a message is fetched, unless its mailbox allows more. */
export const maxSourceBytes = 50_000_000
/** Number and bytes of messages that are parsed and stored concurrently. */
const portionSize = 25
const portionBytes = 25_000_000
/** Messages per transaction. Others who file one of them, or one of the same thread, wait until it commits. */
const filedAtOnce = 10
/** Locks per transaction: PostgreSQL has room for some thousand over all transactions. */
const locksAtOnce = 128
/** SQLSTATE of a deadlock: the transaction that was rolled back succeeds when it is retried. */
const deadlock = '40P01'
const mostTries = 3
/** Mail that arrived shortly before the mailbox was connected is filed as open: nobody has handled it. */
const clockSkewMs = 10 * 60_000

/**
 * Fetches and files the waiting messages of a folder, the latest first, until none is due or `paused` reports something
 * more urgent. Returns how many messages were new, and the error of the first one that could not be stored.
 */
export async function fetchWaiting(
  appContext: AppContext,
  mailbox: ConnectedMailbox,
  transport: Transport,
  folder: ReadFolder,
  { paused, assertReader }: { paused: () => boolean; assertReader: AssertReader },
): Promise<{ filed: number; unstored: StorageError | null }> {
  const filing = { appContext, mailbox, folder, assertReader, unstored: new Map<string, StorageError>() }
  let filed = 0
  while (!paused()) {
    const batch = await nextBatch(appContext, folder, [...filing.unstored.keys()])
    if (batch.length === 0) break
    filed += await fetchBatch(filing, transport, batch)
  }
  const [unstored = null] = filing.unstored.values()
  return { filed, unstored }
}

/** Source of the messages, and what filing them needs. */
interface Filing {
  readonly appContext: AppContext
  readonly mailbox: ConnectedMailbox
  readonly folder: ReadFolder
  readonly assertReader: AssertReader
  /** Messages that wait for the next round because the file store refuses them, by their ids. */
  readonly unstored: Map<string, StorageError>
}

async function fetchBatch(source: Filing, transport: Transport, batch: readonly WaitingMessage[]): Promise<number> {
  const { appContext, mailbox, folder } = source
  const found = new Set<string>()
  let filed = 0
  let portion: FetchedMessage[] = []
  let bytes = 0
  let filing = Promise.resolve(0)
  // The next portion is read while one is filed.
  const pass = async () => {
    const ready = portion.map((message) => ({ message, prepared: prepare(appContext, folder, message) }))
    portion = []
    bytes = 0
    filed += await filing
    filing = filePortion(source, ready)
    filing.catch(() => {})
  }
  const maxBytes = Math.max(maxSourceBytes, mailbox.maxMessageBytes)
  try {
    for await (const message of transport.fetch(folder, batch, maxBytes)) {
      found.add(message.uid)
      if (message.source === null) {
        await askLater(source, message)
        continue
      }
      portion.push(message)
      bytes += message.source.length
      if (portion.length >= portionSize || bytes >= portionBytes) await pass()
    }
    await pass()
    filed += await filing
  } catch (error) {
    // What was read before the connection broke is filed all the same.
    await pass().catch(() => {})
    throw error
  } finally {
    // Awaited after an error too: the next round must not begin while this batch is being filed.
    await filing.catch(() => {})
  }
  const missing = batch.filter(({ uid }) => !found.has(uid))
  await forget(
    source,
    missing.map(({ uid }) => uid),
  )
  return filed
}

/** Returns the latest waiting messages that are due, in the order of arrival. */
async function nextBatch(
  { database }: AppContext,
  folder: ReadFolder,
  without: readonly string[],
): Promise<WaitingMessage[]> {
  const { rows } = await sql<Omit<WaitingMessage, 'receivedAt'> & { receivedAt: string | null }>`
    select uid, received_at as "receivedAt", size_byte as "sizeByte", seen, refusals from mail_source
     where folder_id = ${folder.id} and uid_validity = ${folder.uidValidity ?? 0} and outcome = 'WAITING'
       and uid <> all(${[...without]}) and (next_try_at is null or next_try_at <= now())
     order by position desc limit ${batchSize}`.execute(database.kysely)
  return rows
    .toReversed()
    .map((row) => ({ ...row, receivedAt: row.receivedAt === null ? null : new Date(row.receivedAt) }))
}

/** Parses a message and stores its contents; an error is thrown later, where the message is filed. */
function prepare(appContext: AppContext, folder: ReadFolder, message: FetchedMessage) {
  const prepared = (async () => {
    const read = await parseMessage(message.source, message.whole)
    const kept = await keepContents(
      { db: appContext.database.kysely, services: appContext.services },
      message.source,
      read,
    )
    return { read, kept, keys: lockKeys(read, kept.sourceHash, folder.role) }
  })()
  prepared.catch(() => {})
  return prepared
}

type Prepared = { readonly message: FetchedMessage; readonly prepared: ReturnType<typeof prepare> }

/** Files messages in order, several per transaction; if that fails, each in a transaction of its own. */
async function filePortion(source: Filing, portion: readonly Prepared[]): Promise<number> {
  let filed = 0
  for await (const some of batchesOf(portion)) {
    try {
      filed += await fileSome(source, some)
    } catch (error) {
      if (error instanceof ReplacedReader) throw error
      for (const one of some) filed += await fileAlone(source, one)
    }
  }
  return filed
}

/** Yields the messages of a transaction once they are parsed, so that no transaction waits for the parser. */
async function* batchesOf(portion: readonly Prepared[]): AsyncGenerator<Prepared[]> {
  let batch: Prepared[] = []
  let locks = 0
  for (const one of portion) {
    const count = await keysOf(one).then(
      ({ length }) => length,
      () => 0,
    )
    if (batch.length > 0 && (batch.length === filedAtOnce || locks + count > locksAtOnce)) {
      yield batch
      batch = []
      locks = 0
    }
    batch.push(one)
    locks += count
  }
  if (batch.length > 0) yield batch
}

const keysOf = async ({ prepared }: Prepared) => (await prepared).keys

/** Files all of the messages or none. Returns how many are new. */
async function fileSome(source: Filing, some: readonly Prepared[]): Promise<number> {
  const { appContext, assertReader } = source
  const keys = (await Promise.all(some.map(keysOf))).flat()
  return inTransaction(appContext, systemActor(), async (ctx) => {
    await assertReader(ctx.db)
    const locks = await lockFiling(ctx.db, keys)
    let filed = 0
    for (const one of some) filed += await fileOne(ctx, source, one, locks)
    return filed
  })
}

/** Files a message with retries; one that cannot be filed goes to the quarantine. */
async function fileAlone(source: Filing, one: Prepared): Promise<number> {
  let tried = one
  for (let tries = 1; ; tries += 1) {
    try {
      return await fileSome(source, [tried])
    } catch (error) {
      if (isOfMessage(error)) {
        await putAside(source, one.message, error)
        return 0
      }
      if (error instanceof StorageError && tries === mostTries) {
        await putOff(source, one.message, error)
        return 0
      }
      if (error instanceof StorageError) {
        tried = { ...one, prepared: prepare(source.appContext, source.folder, one.message) }
      } else if (codeOf(error) !== deadlock || tries === mostTries) throw error
    }
  }
}

const putAside = ({ appContext, mailbox, folder, assertReader }: Filing, message: FetchedMessage, error: unknown) =>
  quarantine(appContext, mailbox.id, placeOf(folder, message), message.source, error, assertReader)

/**
 * Defers a message whose content the file store refuses although it stores other content, so that it does not hold up
 * later ones. The message waits for the next round, or goes to the quarantine if the content is the reason, as with a
 * virus scanner. A store that accepts nothing holds up everything.
 */
async function putOff(source: Filing, message: FetchedMessage, error: StorageError): Promise<void> {
  await source.appContext.services.files.put(Buffer.from('Takes the store anything?'))
  try {
    if (!isOfContent(error)) throw error
    await putAside(source, message, error)
  } catch (again) {
    if (!(again instanceof StorageError)) throw again
    source.unstored.set(message.uid, again)
  }
}

const isOfContent = ({ cause }: StorageError) => /^(EPERM|EACCES|EBUSY|ENOENT|EFBIG)$/.test(codeOf(cause))

/** Files a message; returns 1 if it is new, else 0. */
async function fileOne(ctx: Ctx, { mailbox, folder }: Filing, one: Prepared, locks: FilingLocks): Promise<number> {
  const { read, kept } = await one.prepared
  const place = placeOf(folder, one.message)
  const since = mailbox.createdAt.getTime() - clockSkewMs
  const past = receivedAtOf(read, place.receivedAt, new Date()).getTime() < since
  return (await fileArrivalIn(ctx, read, kept, { ...place, past }, locks)).isNew ? 1 : 0
}

/**
 * Defers a message that the server did not send, so that it does not hold up the others. Where the server hung up, the
 * message may be innocent: it is deferred and told from the second time on, and its head alone is never asked for.
 */
async function askLater({ appContext, folder }: Filing, { uid, refusal }: UnreadMessage): Promise<void> {
  const { fault, said } = refusal
  const hungUp = hangUps.includes(fault)
  if (!hungUp && fault !== 'PROTOCOL') return
  await sql`
    update mail_source
       set refusals = least(refusals + 1, ${hungUp ? mostRefusals - 1 : mostRefusals}::int),
           refusal = case when refusals > 0 or ${!hungUp} then ${said || fault} else '' end,
           next_try_at = now() + make_interval(secs => case when refusals > 0 or ${!hungUp} then least(900, 5 * 2 ^ refusals) else 0 end)
     where folder_id = ${folder.id} and uid_validity = ${folder.uidValidity ?? 0} and uid = ${uid}
  `.execute(appContext.database.kysely)
}

/** Returns what a server said of a message that waits in these folders because it was not sent. */
export async function refusalIn(db: Kysely<DB>, folders: readonly ReadFolder[]): Promise<string | undefined> {
  const { rows } = await sql<{ refusal: string }>`
    select refusal from mail_source
     where folder_id = any(${folders.map(({ id }) => id)}) and refusal <> '' and outcome = 'WAITING'
     order by next_try_at limit 1`.execute(db)
  return rows[0]?.refusal
}

const placeOf = (folder: ReadFolder, { uid, receivedAt, seen }: FetchedMessage) => ({
  folderId: folder.id,
  role: folder.role,
  uidValidity: folder.uidValidity ?? 0,
  uid,
  receivedAt,
  seen,
})

/** Removes messages that vanished from the server before they were fetched. */
async function forget({ appContext, folder, assertReader }: Filing, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return
  await appContext.database.kysely.transaction().execute(async (db) => {
    await assertReader(db)
    await sql`
      delete from mail_source
       where folder_id = ${folder.id} and uid_validity = ${folder.uidValidity ?? 0} and uid = any(${[...uids]})
         and outcome = 'WAITING'`.execute(db)
  })
}
