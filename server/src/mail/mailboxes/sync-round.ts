import type { AppContext } from '../../http/context.ts'
import { MailError } from '../transports/faults.ts'
import type { ConnectedMailbox } from '../transports/mailbox.ts'
import type { Transport } from '../transports/transport.ts'
import { fetchWaiting } from './fetch-waiting.ts'
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

/**
 * Synchronises a mailbox once: tells the server what users did here, looks into every folder, and fetches what waits,
 * until `paused` reports something more urgent. Returns the folders, how many messages were new, and which chosen
 * folders are missing or cannot be opened. Throws for an inbox that cannot be opened, after the other folders were
 * read.
 */
export async function syncRound(
  appContext: AppContext,
  mailbox: ConnectedMailbox,
  transport: Transport,
  { whole = false, paused = () => false, assertReader = async () => {} }: RoundOptions = {},
): Promise<{ folders: ReadFolder[]; filed: number; missing: string[] }> {
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
  const unread: Error[] = []
  for (const folder of folders) {
    const options = { paused, assertReader }
    const fetched = await opening(folder, () => fetchWaiting(appContext, mailbox, transport, folder, options))
    filed += fetched?.filed ?? 0
    if (fetched?.unread) unread.push(fetched.unread)
  }
  await removeOld(db, transport, mailbox, assertReader)
  if (unread[0]) throw unread[0]
  for (const [{ role }, error] of closed) if (role === 'INBOX') throw error
  const unopened = [...closed].map(([{ path }, { said }]) => [path, said].filter(Boolean).join(': '))
  return {
    folders: folders.filter((folder) => !closed.has(folder)),
    filed,
    missing: [...missingFolders(mailbox, remote), ...unopened],
  }
}
