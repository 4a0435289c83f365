import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** What the database tells every process of: who may do what, work for a mailbox, and what changed (functions/changes.sql). */
export type Channel = 'actors' | 'mailbox' | 'changes'

export interface Hearer {
  heard(payload: string): void
  /**
   * True once everything that is told from now on arrives; what was told before may have been missed. False as soon as
   * that is not certain any more.
   */
  connected?(isConnected: boolean): void
}

export interface Listener {
  /** Hears the channel until the function that it answers is called. */
  on(channel: Channel, hearer: Hearer): () => void
  close(): Promise<void>
}

/** So often it is tried whether the word of the database arrives, and so long it may take. */
const beatMs = 2000
const answerMs = 3000

/**
 * Listens for the whole process on one connection of its own, from the first hearer on. Word is sent to it from another
 * connection all the time: one that is cut without notice, or shared by a pooler, is there and yet hears nothing.
 */
export function openListener(pool: Pick<pg.Pool, 'connect' | 'query'>): Listener {
  const hearers = new Map<Channel, Set<Hearer>>()
  const closing = new AbortController()
  let client: pg.PoolClient | null = null
  let isConnected = false
  let running: Promise<void> | null = null

  function tell(now: boolean) {
    if (now === isConnected) return
    isConnected = now
    for (const its of hearers.values()) for (const hearer of its) hearer.connected?.(now)
  }

  async function listen() {
    const own = await pool.connect()
    const lost = new AbortController()
    const signal = AbortSignal.any([closing.signal, lost.signal])
    const beat = randomUUID()
    let arrived = () => {}
    own.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'heartbeat') return payload === beat ? arrived() : undefined
      for (const hearer of hearers.get(channel as Channel) ?? []) hearer.heard(payload)
    })
    own.on('error', () => lost.abort())
    own.on('end', () => lost.abort())
    try {
      // whoever comes from now on adds its channel itself
      client = own
      await own.query(['heartbeat', ...hearers.keys()].map((channel) => `listen ${channel}`).join(';'))
      while (!signal.aborted) {
        const arrival = new Promise<void>((resolve) => {
          arrived = resolve
        })
        await pool.query('select pg_notify($1, $2)', ['heartbeat', beat])
        await within(answerMs, arrival, signal)
        tell(true)
        await sleep(beatMs, undefined, { signal, ref: false })
      }
    } finally {
      client = null
      tell(false)
      own.release(true)
    }
  }

  async function run() {
    while (!closing.signal.aborted) {
      await listen().catch(() => sleep(1000, undefined, { signal: closing.signal }).catch(() => {}))
    }
  }

  /** A channel that nobody heard before is added to the connection, if there is one. */
  async function add(channel: Channel, hearer: Hearer) {
    const now = client
    await now?.query(`listen ${channel}`)
    if (now && now === client && isConnected) hearer.connected?.(true)
  }

  return {
    on(channel, hearer) {
      const its = hearers.get(channel) ?? new Set()
      hearers.set(channel, its.add(hearer))
      running ??= run()
      // a connection that cannot listen any more ends by itself
      void add(channel, hearer).catch(() => {})
      return () => void its.delete(hearer)
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

/** Waits for an answer. Errors: one when it takes longer, or `signal` is aborted. */
export async function within<T>(ms: number, answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const answered = new AbortController()
  const late = sleep(Math.max(0, ms), undefined, { signal: AbortSignal.any([signal, answered.signal]), ref: false })
  try {
    return await Promise.race([answer, late.then(() => Promise.reject(new Error(`no answer for ${ms} ms`)))])
  } finally {
    answered.abort()
  }
}
