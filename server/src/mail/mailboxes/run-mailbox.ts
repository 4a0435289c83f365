import { setTimeout as sleep } from 'node:timers/promises'
import type { House } from '../../http/context.ts'
import { MailError, ownFault } from '../transports/faults.ts'
import { type ConnectedMailbox, loadMailbox } from '../transports/mailbox.ts'
import { openTransport } from '../transports/open-transport.ts'
import type { Transport } from '../transports/transport.ts'
import { noteFailure, noteSuccess } from './status.ts'
import { syncRound } from './sync-round.ts'

/** How often a mailbox is asked for new mail; where the server tells of it, the other folders are. */
const pollMs = { IMAP: 60_000, POP3: 3 * 60_000, OFFICE_365: 60_000, pushed: 2 * 60_000 }
/** News come in swarms. */
const swarmMs = 200

export interface Log {
  info(about: object, text: string): void
  error(about: object, text: string): void
}

/** What makes a mailbox look sooner than it would by itself. */
export class Bell {
  #rung = false
  #gone = false
  #wake: (() => void) | null = null

  /** `gone`: something vanished, so that every message has to be looked at. */
  ring(gone = false): void {
    this.#rung = true
    this.#gone ||= gone
    this.#wake?.()
  }
  get rung(): boolean {
    return this.#rung
  }
  answer(): { gone: boolean } {
    const gone = this.#gone
    this.#rung = false
    this.#gone = false
    return { gone }
  }
  /** Until it rings or, without one, for so long; null: only a ring ends it. */
  async wait(ms: number | null, signal: AbortSignal): Promise<void> {
    if (this.#rung || signal.aborted) return
    const over = new AbortController()
    const ended = AbortSignal.any([signal, over.signal])
    const rung = new Promise<void>((done) => {
      this.#wake = done
    })
    const aborted = new Promise<void>((done) => ended.addEventListener('abort', () => done(), { once: true }))
    const waits: Promise<unknown>[] = [rung, aborted]
    if (ms !== null) waits.push(sleep(ms, undefined, { signal: ended }).catch(() => {}))
    await Promise.race(waits)
    over.abort()
    this.#wake = null
  }
}

/** Reads a mailbox until the signal, or until it is disconnected or switched off. One process does that at a time. */
export async function runMailbox(house: House, id: string, bell: Bell, signal: AbortSignal, log: Log): Promise<void> {
  const db = house.database.kysely
  while (!signal.aborted) {
    bell.answer()
    let wait: number | null
    try {
      const mailbox = await loadMailbox(db, house.services.vault, id)
      if (!mailbox?.active) return
      await readOn(house, mailbox, bell, signal)
      wait = 0
    } catch (error) {
      if (signal.aborted) return
      // What a server or the way to it is to blame for comes as such.
      const fault = error instanceof MailError ? error : ownFault(error)
      if (fault.fault === 'OWN_FAULT') log.error({ mailbox: id, err: error }, 'a mailbox is disturbed')
      else log.info({ mailbox: id, fault: fault.fault }, 'a mailbox cannot be read')
      wait = await noteFailure(db, id, fault).catch(() => 10_000)
    }
    if (wait !== 0) await bell.wait(wait, signal)
  }
}

/** Rounds over one connection, until the settings may have changed. */
async function readOn(house: House, mailbox: ConnectedMailbox, bell: Bell, signal: AbortSignal): Promise<void> {
  const transport = await openTransport(house.services.config, mailbox)
  const over = new AbortController()
  let watched: Promise<void> | null = null
  const broken: { by?: Error } = {}
  try {
    let gone = false
    for (;;) {
      const { folders, filed, missing } = await syncRound(house, mailbox, transport, {
        whole: gone,
        paused: () => bell.rung || signal.aborted,
      })
      const inbox = folders.find(({ role }) => role === 'INBOX')
      if (!watched && inbox && !signal.aborted) {
        watched = transport.watch(inbox, (vanished) => bell.ring(vanished), AbortSignal.any([signal, over.signal]))
        watched?.catch((error: unknown) => {
          broken.by = error instanceof Error ? error : new Error(String(error))
          bell.ring()
        })
      }
      await noteSuccess(house.database.kysely, mailbox.id, { pushed: watched !== null, filed, missing })
      if (signal.aborted) return
      if (!watched) {
        await transport.close()
        await bell.wait(pollMs[mailbox.type], signal)
        return
      }
      await bell.wait(pollMs.pushed, signal)
      if (broken.by) throw broken.by
      if (bell.rung) await sleep(swarmMs)
      gone = bell.answer().gone
      if (!(await isUnchanged(house, mailbox))) return
    }
  } finally {
    over.abort()
    await closed(transport)
    await watched?.catch(() => {})
  }
}

/** A server that does not say goodbye is not waited for. */
const closed = (transport: Transport) =>
  Promise.race([transport.close().catch(() => {}), sleep(2000, undefined, { ref: false })])

async function isUnchanged(house: House, { id, version }: ConnectedMailbox): Promise<boolean> {
  const row = await house.database.kysely
    .selectFrom('mailbox')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
