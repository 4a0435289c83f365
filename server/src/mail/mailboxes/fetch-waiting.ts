import { sql } from 'kysely'
import { limits } from '#contract/limits'
import { type Ctx, type House, inTransaction, systemActor } from '../../http/context.ts'
import { fileArrivalIn, keepContents, lockFiling, receivedAtOf } from '../filing/file-email.ts'
import { parseMessage } from '../reading/parse.ts'
import type { ConnectedMailbox } from '../transports/mailbox.ts'
import type { FetchedMessage, RemoteMessage, Transport } from '../transports/transport.ts'
import type { ReadFolder } from './folders.ts'
import { isOfMessage, quarantine } from './quarantine.ts'

const batchSize = 200
/** So many messages, or so many bytes of them, are read and stored side by side. */
const portionSize = 25
const portionBytes = 25_000_000
/** So many are filed in one transaction: whoever else files waits for so long. */
const filedAtOnce = 10
/** Clocks of servers differ, and what came just before the mailbox was connected nobody has seen to yet. */
const clockSkewMs = 10 * 60_000

/**
 * Fetches and files what waits in a folder, the latest first, until nothing waits or `paused` says that there is
 * something more urgent. Answers how many messages were new.
 */
export async function fetchWaiting(
  house: House,
  mailbox: ConnectedMailbox,
  transport: Transport,
  folder: ReadFolder,
  paused: () => boolean,
): Promise<number> {
  let filed = 0
  while (!paused()) {
    const batch = await nextBatch(house, folder)
    if (batch.length === 0) break
    filed += await fetchBatch(house, mailbox, transport, folder, batch)
  }
  return filed
}

async function fetchBatch(
  house: House,
  mailbox: ConnectedMailbox,
  transport: Transport,
  folder: ReadFolder,
  batch: readonly RemoteMessage[],
): Promise<number> {
  const found = new Set<string>()
  let filed = 0
  let portion: FetchedMessage[] = []
  let bytes = 0
  let filing = Promise.resolve(0)
  // While one portion is filed the next one is read.
  const pass = async () => {
    const ready = portion.map((message) => ({ message, prepared: prepare(house, message) }))
    portion = []
    bytes = 0
    filed += await filing
    filing = filePortion(house, mailbox, folder, ready)
    filing.catch(() => {})
  }
  const maxBytes = Math.max(limits.email.sourceBytes, mailbox.maxMessageBytes)
  try {
    for await (const message of transport.fetch(folder, batch, maxBytes)) {
      found.add(message.uid)
      portion.push(message)
      bytes += message.source.length
      if (portion.length >= portionSize || bytes >= portionBytes) await pass()
    }
    await pass()
    filed += await filing
  } finally {
    // Whatever broke off, nothing of this batch goes on beside the next round.
    await filing.catch(() => {})
  }
  const missing = batch.filter(({ uid }) => !found.has(uid))
  await forget(
    house,
    folder,
    missing.map(({ uid }) => uid),
  )
  return filed
}

/** The latest that wait, in the order in which they came. */
async function nextBatch({ database }: House, folder: ReadFolder): Promise<RemoteMessage[]> {
  const { rows } = await sql<{ uid: string; receivedAt: string | null; sizeByte: number | null; seen: boolean | null }>`
    select uid, received_at as "receivedAt", size_byte as "sizeByte", seen from mail_source
     where folder_id = ${folder.id} and uid_validity = ${folder.uidValidity ?? 0} and outcome = 'WAITING'
     order by position desc limit ${batchSize}`.execute(database.kysely)
  return rows
    .toReversed()
    .map((row) => ({ ...row, receivedAt: row.receivedAt === null ? null : new Date(row.receivedAt) }))
}

/** Reads a message and stores its contents; whoever files it learns of an error. */
function prepare(house: House, message: FetchedMessage) {
  const prepared = (async () => {
    const read = await parseMessage(message.source, message.whole)
    const kept = await keepContents({ db: house.database.kysely, services: house.services }, message.source, read)
    return { read, kept }
  })()
  prepared.catch(() => {})
  return prepared
}

type Prepared = { readonly message: FetchedMessage; readonly prepared: ReturnType<typeof prepare> }

/** One after the other in their order: several in one transaction, and each in its own where one of them cannot be filed. */
async function filePortion(
  house: House,
  mailbox: ConnectedMailbox,
  folder: ReadFolder,
  portion: readonly Prepared[],
): Promise<number> {
  let filed = 0
  for (let from = 0; from < portion.length; from += filedAtOnce) {
    const some = portion.slice(from, from + filedAtOnce)
    // No transaction waits for a message to be read.
    await Promise.allSettled(some.map(({ prepared }) => prepared))
    const file = (ctx: Ctx, one: Prepared) => fileOne(ctx, mailbox, folder, one)
    try {
      filed += await inTransaction(house, systemActor(), async (ctx) => {
        await lockFiling(ctx.db)
        let isNew = 0
        for (const one of some) isNew += await file(ctx, one)
        return isNew
      })
    } catch {
      for (const one of some) {
        try {
          filed += await inTransaction(house, systemActor(), async (ctx) => {
            await lockFiling(ctx.db)
            return file(ctx, one)
          })
        } catch (error) {
          if (!isOfMessage(error)) throw error
          await quarantine(house, mailbox.id, placeOf(folder, one.message), one.message.source, error)
        }
      }
    }
  }
  return filed
}

/** Answers how many are new. */
async function fileOne(ctx: Ctx, mailbox: ConnectedMailbox, folder: ReadFolder, one: Prepared): Promise<number> {
  const { read, kept } = await one.prepared
  const place = placeOf(folder, one.message)
  const since = mailbox.createdAt.getTime() - clockSkewMs
  const past = receivedAtOf(read, place.receivedAt, new Date()).getTime() < since
  return (await fileArrivalIn(ctx, read, kept, { ...place, past })).isNew ? 1 : 0
}

const placeOf = (folder: ReadFolder, { uid, receivedAt, seen }: FetchedMessage) => ({
  folderId: folder.id,
  role: folder.role,
  uidValidity: folder.uidValidity ?? 0,
  uid,
  receivedAt,
  seen,
})

/** Gone before it could be fetched. */
async function forget({ database }: House, folder: ReadFolder, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return
  await sql`
    delete from mail_source
     where folder_id = ${folder.id} and uid_validity = ${folder.uidValidity ?? 0} and uid = any(${[...uids]})
       and outcome = 'WAITING'`.execute(database.kysely)
}
