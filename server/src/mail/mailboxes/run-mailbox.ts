import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../../http/context.ts'
import { MailError, ownFault } from '../transports/faults.ts'
import { type ConnectedMailbox, loadMailbox } from '../transports/mailbox.ts'
import { openTransport } from '../transports/open-transport.ts'
import type { Transport } from '../transports/transport.ts'
import { assertReader, type Reader, ReplacedReader } from './reader.ts'
import { noteFailure, noteSuccess } from './status.ts'
import { syncRound } from './sync-round.ts'
import type { WakeUp } from './wake.ts'

/** Polling intervals in milliseconds; `pushed` is for the other folders when the server pushes news of the inbox. */
const pollMs = { IMAP: 60_000, POP3: 3 * 60_000, OFFICE_365: 60_000, pushed: 2 * 60_000 }
/** Servers often announce news in several messages, so this many milliseconds are waited for more. */
const burstMs = 200

export interface Log {
  info(about: object, text: string): void
  error(about: object, text: string): void
}

/** Reads a mailbox until the signal, until it is removed or off, or until another process becomes its reader. */
export async function runMailbox(
  appContext: AppContext,
  reader: Reader,
  wakeUp: WakeUp,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const db = appContext.database.kysely
  const id = reader.mailboxId
  while (!signal.aborted) {
    wakeUp.take()
    let wait: number | null
    try {
      const mailbox = await loadMailbox(db, appContext.services.vault, id)
      if (!mailbox?.active) return
      await readOn(appContext, mailbox, reader, wakeUp, signal)
      wait = 0
    } catch (error) {
      if (signal.aborted || error instanceof ReplacedReader) return
      // Faults of the server or the network are MailErrors already.
      const fault = error instanceof MailError ? error : ownFault(error)
      if (fault.fault === 'OWN_FAULT') log.error({ mailbox: id, err: error }, 'a mailbox is disturbed')
      else log.info({ mailbox: id, fault: fault.fault }, 'a mailbox cannot be read')
      wait = await noteFailure(db, id, fault).catch(() => 10_000)
    }
    if (wait !== 0) await wakeUp.wait(wait, signal)
  }
}

/** Synchronises over one connection until the settings of the mailbox have changed. */
async function readOn(
  appContext: AppContext,
  mailbox: ConnectedMailbox,
  reader: Reader,
  wakeUp: WakeUp,
  signal: AbortSignal,
): Promise<void> {
  const transport = await openTransport(appContext.services.config, mailbox)
  const over = new AbortController()
  // Makes every pending command on the connection fail.
  const abandon = () => transport.abandon()
  if (reader.lost.aborted) abandon()
  reader.lost.addEventListener('abort', abandon, { once: true })
  let watched: Promise<void> | null = null
  const broken: { by?: Error } = {}
  try {
    let gone = false
    for (;;) {
      const { folders, filed, trouble } = await syncRound(appContext, mailbox, transport, {
        whole: gone,
        paused: () => wakeUp.pending || signal.aborted,
        assertReader: (db) => assertReader(db, reader),
      })
      const inbox = folders.find(({ role }) => role === 'INBOX')
      if (!watched && inbox && !signal.aborted) {
        watched = transport.watch(inbox, (vanished) => wakeUp.request(vanished), AbortSignal.any([signal, over.signal]))
        watched?.catch((error: unknown) => {
          broken.by = error instanceof Error ? error : new Error(String(error))
          wakeUp.request()
        })
      }
      await noteSuccess(appContext.database.kysely, mailbox.id, { pushed: watched !== null, filed, trouble })
      if (signal.aborted) return
      if (!watched) {
        await transport.close()
        await wakeUp.wait(pollMs[mailbox.type], signal)
        return
      }
      await wakeUp.wait(pollMs.pushed, signal)
      if (broken.by) throw broken.by
      if (wakeUp.pending) await sleep(burstMs)
      gone = wakeUp.take().gone
      if (!(await isUnchanged(appContext, mailbox))) return
    }
  } finally {
    over.abort()
    reader.lost.removeEventListener('abort', abandon)
    await closed(transport)
    await watched?.catch(() => {})
  }
}

/** Closes the connection, but waits only briefly for a server that does not answer the logout. */
const closed = (transport: Transport) =>
  Promise.race([transport.close().catch(() => {}), sleep(2000, undefined, { ref: false })])

async function isUnchanged(appContext: AppContext, { id, version }: ConnectedMailbox): Promise<boolean> {
  const row = await appContext.database.kysely
    .selectFrom('mailbox')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
