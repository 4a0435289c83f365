import type { Kysely } from 'kysely'
import type { MailFault } from '#contract/mail/mailboxes'
import type { DB } from '../../db/schema.ts'
import type { StorageError } from '../../files/file-store.ts'
import type { AppContext } from '../../http/context.ts'
import { MailError } from '../transports/faults.ts'
import type { ConnectedMailbox } from '../transports/mailbox.ts'
import type { Transport } from '../transports/transport.ts'
import { fetchWaiting, refusalIn } from './fetch-waiting.ts'
import { missingFolders, type ReadFolder, readFolders } from './folders.ts'
import { lookInto } from './look.ts'
import type { AssertReader } from './reader.ts'
import { removeOld, tellServer } from './server-tasks.ts'

/** Time in milliseconds after which every message of a folder is checked again. */
const wholeMs = 10 * 60_000

export interface RoundOptions {
  /** Checks every message, so that flags and deletions are found without the server's help. */
  readonly whole?: boolean
  /** Whether something is more urgent than fetching on. */
  readonly paused?: () => boolean
  readonly assertReader?: AssertReader
}

/** What goes wrong although a mailbox is read; `said` names the folders, or is what the server said. */
export interface Trouble {
  readonly fault: MailFault
  readonly said: string
}

/**
 * Synchronises a mailbox once: tells the server what users did here, looks into every folder, and fetches what waits,
 * until `paused` reports something more urgent. Returns the folders, how many messages were new, and the trouble that
 * there is: chosen folders that are missing or cannot be opened, or a message that the server does not send. Throws for
 * an inbox that cannot be opened, after the other folders were read.
 */
export async function syncRound(
  appContext: AppContext,
  mailbox: ConnectedMailbox,
  transport: Transport,
  { whole = false, paused = () => false, assertReader = async () => {} }: RoundOptions = {},
): Promise<{ folders: ReadFolder[]; filed: number; trouble: Trouble | null }> {
  const db = appContext.database.kysely
  await tellServer(db, transport, mailbox, assertReader)
  const folders: ReadFolder[] = []
  const closed = new Map<ReadFolder, MailError>()
  const opening = async <T>(folder: ReadFolder, read: () => Promise<T>): Promise<T | null> => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof MailError && error.fault === 'FOLDER_MISSING')) throw error
      closed.set(folder, error)
      return null
    }
  }
  const remote = await transport.folders()
  for (const folder of await readFolders(db, mailbox, remote)) {
    const due = folder.checkedAt === null || Date.now() - folder.checkedAt.getTime() > wholeMs
    const found = await opening(folder, () => lookInto(db, transport, folder, whole || due, assertReader))
    if (found) folders.push(found)
  }
  let filed = 0
  const unstored: StorageError[] = []
  for (const folder of folders) {
    const options = { paused, assertReader }
    const fetched = await opening(folder, () => fetchWaiting(appContext, mailbox, transport, folder, options))
    filed += fetched?.filed ?? 0
    if (fetched?.unstored) unstored.push(fetched.unstored)
  }
  await removeOld(db, transport, mailbox, assertReader)
  if (unstored[0]) throw unstored[0]
  for (const [{ role }, error] of closed) if (role === 'INBOX') throw error
  const unopened = [...closed].map(([{ path }, { said }]) => [path, said].filter(Boolean).join(': '))
  return {
    folders: folders.filter((folder) => !closed.has(folder)),
    filed,
    trouble: await troubleOf(db, folders, [...missingFolders(mailbox, remote), ...unopened]),
  }
}

async function troubleOf(
  db: Kysely<DB>,
  folders: readonly ReadFolder[],
  missing: readonly string[],
): Promise<Trouble | null> {
  if (missing.length > 0) return { fault: 'FOLDER_MISSING', said: missing.join(', ') }
  const refusal = await refusalIn(db, folders)
  return refusal === undefined ? null : { fault: 'MESSAGE_REFUSED', said: refusal }
}
