import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Wakes the process that reads the mailbox, once the transaction has committed; an empty id means all mailboxes. */
export async function wakeMailbox(db: Kysely<DB>, id: string): Promise<void> {
  await sql`select pg_notify('mailbox', ${id})`.execute(db)
}

/** Requests to check a mailbox before its next poll. */
export class WakeUp {
  #pending = false
  #gone = false
  #wake: (() => void) | null = null

  /** Requests a check; `gone` means that something vanished, so that every message has to be checked. */
  request(gone = false): void {
    this.#pending = true
    this.#gone ||= gone
    this.#wake?.()
  }
  get pending(): boolean {
    return this.#pending
  }
  /** Returns and clears the request; the caller must handle it. */
  take(): { gone: boolean } {
    const gone = this.#gone
    this.#pending = false
    this.#gone = false
    return { gone }
  }
  /** Waits for a request or the time in milliseconds; with null only a request ends the wait. */
  async wait(ms: number | null, signal: AbortSignal): Promise<void> {
    if (this.#pending || signal.aborted) return
    const over = new AbortController()
    const ended = AbortSignal.any([signal, over.signal])
    const requested = new Promise<void>((done) => {
      this.#wake = done
    })
    const aborted = new Promise<void>((done) => ended.addEventListener('abort', () => done(), { once: true }))
    const waits: Promise<unknown>[] = [requested, aborted]
    if (ms !== null) waits.push(sleep(ms, undefined, { signal: ended }).catch(() => {}))
    await Promise.race(waits)
    over.abort()
    this.#wake = null
  }
}
