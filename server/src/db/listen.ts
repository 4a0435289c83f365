import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Channels on which the database notifies every process: changed permissions, work for a mailbox, and changed subjects
 * (functions/changes.sql).
 */
export type Channel = 'actors' | 'mailbox' | 'changes'

export interface Subscriber {
  notified(payload: string): void
  /**
   * Called with true once every later notification arrives, while earlier ones may have been missed; with false as soon
   * as that is no longer certain.
   */
  connected?(isConnected: boolean): void
}

export interface Listener {
  /** Subscribes to the channel; returns a function that ends the subscription. */
  on(channel: Channel, subscriber: Subscriber): () => void
  close(): Promise<void>
}

/** Milliseconds between two tests whether notifications arrive, and until one must have arrived. */
const heartbeatMs = 2000
const answerMs = 3000

/**
 * Listens for the whole process on one connection, from the first subscriber on. Another connection sends heartbeats to
 * it, because a connection that was cut without notice, or is shared by a pooler, looks alive and receives nothing.
 */
export function openListener(pool: Pick<pg.Pool, 'connect' | 'query'>): Listener {
  const subscribers = new Map<Channel, Set<Subscriber>>()
  const closing = new AbortController()
  let client: pg.PoolClient | null = null
  /** Channels that the connection listens on. */
  const channels = new Set<Channel>()
  let isConnected = false
  let running: Promise<void> | null = null

  function tell(now: boolean) {
    if (now === isConnected) return
    isConnected = now
    for (const channel of channels) for (const subscriber of subscribers.get(channel) ?? []) subscriber.connected?.(now)
  }

  async function listen() {
    const own = await pool.connect()
    const lost = new AbortController()
    const signal = AbortSignal.any([closing.signal, lost.signal])
    const heartbeat = randomUUID()
    let arrived = () => {}
    own.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'heartbeat') return payload === heartbeat ? arrived() : undefined
      for (const subscriber of subscribers.get(channel as Channel) ?? []) subscriber.notified(payload)
    })
    own.on('error', () => lost.abort())
    own.on('end', () => lost.abort())
    try {
      // later subscribers add their channel themselves
      client = own
      const first = [...subscribers.keys()]
      await own.query(['heartbeat', ...first].map((channel) => `listen ${channel}`).join(';'))
      for (const channel of first) channels.add(channel)
      while (!signal.aborted) {
        const arrival = new Promise<void>((resolve) => {
          arrived = resolve
        })
        await pool.query('select pg_notify($1, $2)', ['heartbeat', heartbeat])
        await withTimeout(answerMs, arrival, signal)
        tell(true)
        await sleep(heartbeatMs, undefined, { signal, ref: false })
      }
    } finally {
      client = null
      tell(false)
      channels.clear()
      own.release(true)
    }
  }

  async function run() {
    while (!closing.signal.aborted) {
      await listen().catch(() => sleep(1000, undefined, { signal: closing.signal }).catch(() => {}))
    }
  }

  /** Adds a channel without earlier subscribers to the connection, if there is one. */
  async function add(channel: Channel, subscriber: Subscriber) {
    const now = client
    await now?.query(`listen ${channel}`)
    if (!now || now !== client) return
    channels.add(channel)
    if (isConnected) subscriber.connected?.(true)
  }

  return {
    on(channel, subscriber) {
      const its = subscribers.get(channel) ?? new Set()
      subscribers.set(channel, its.add(subscriber))
      running ??= run()
      // a connection that cannot listen ends by itself
      void add(channel, subscriber).catch(() => {})
      return () => void its.delete(subscriber)
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

/** Waits for an answer. Errors: it takes longer than `ms`, or `signal` is aborted. */
export async function withTimeout<T>(ms: number, answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const answered = new AbortController()
  const late = sleep(Math.max(0, ms), undefined, { signal: AbortSignal.any([signal, answered.signal]), ref: false })
  try {
    return await Promise.race([answer, late.then(() => Promise.reject(new Error(`no answer for ${ms} ms`)))])
  } finally {
    answered.abort()
  }
}
