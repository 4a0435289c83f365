import type pg from 'pg'
import { withTimeout } from './listen.ts'
import { locks } from './locks.ts'

/** Advisory locks on a connection of their own, held for longer than a transaction. */
export interface SessionLocks {
  /** Aborted as soon as another process may have these locks. */
  readonly lost: AbortSignal
  /** Returns false at once when another connection holds the lock. Errors: LostLocks. */
  tryLock(name: keyof typeof locks, key: string): Promise<boolean>
  unlock(name: keyof typeof locks, key: string): Promise<void>
  /** Releases all locks by closing the connection. */
  close(): void
}

/**
 * The connection that held the locks has broken. Its code is that of any broken connection, so that it counts as a
 * database that is away.
 */
class LostLocks extends Error {
  readonly code = 'ECONNRESET'

  constructor(cause: unknown) {
    super('the connection with the locks is lost', { cause })
  }
}

export interface Heartbeat {
  /** Interval between two checks of the connection. */
  readonly beatMs: number
  /** How long after the last answered query the locks count as lost. */
  readonly limitMs: number
}

export const usualHeartbeat: Heartbeat = { beatMs: 1000, limitMs: 4000 }

/**
 * Opens a connection for locks. PostgreSQL releases the locks of a connection that it takes for dead, while our end may
 * look alive for many minutes. So the connection is queried all the time: each answer proves that the locks were held
 * when the query was sent.
 */
export async function openSessionLocks(
  pool: Pick<pg.Pool, 'connect'>,
  { beatMs, limitMs }: Heartbeat,
): Promise<SessionLocks> {
  const client = await pool.connect()
  const lost = new AbortController()
  const lose = () => lost.abort()
  client.on('error', lose)
  client.on('end', lose)
  let heldAt = performance.now()
  let last: Promise<unknown> = Promise.resolve()

  async function askNow(text: string, values: unknown[]): Promise<boolean> {
    lost.signal.throwIfAborted()
    const askedAt = performance.now()
    const { rows } = await withTimeout(limitMs - (askedAt - heldAt), client.query(text, values), lost.signal)
    heldAt = askedAt
    return rows[0]?.done === true
  }

  /** Runs one query at a time. Errors: LostLocks when it is not answered in time. */
  function ask(text: string, values: unknown[] = []): Promise<boolean> {
    const answer = last.then(() =>
      askNow(text, values).catch((cause: unknown) => {
        lose()
        throw new LostLocks(cause)
      }),
    )
    last = answer.catch(() => {})
    return answer
  }

  const beat = setInterval(() => void ask('select true as done /* are the locks held? */').catch(() => {}), beatMs)
  beat.unref()
  lost.signal.addEventListener('abort', () => clearInterval(beat), { once: true })
  return {
    lost: lost.signal,
    tryLock: (name, key) => ask('select pg_try_advisory_lock($1, hashtext($2)) as done', [locks[name], key]),
    unlock: (name, key) =>
      ask('select pg_advisory_unlock($1, hashtext($2)) as done', [locks[name], key]).then(() => {}),
    close() {
      lose()
      client.release(true)
    },
  }
}
