import type { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds between two checks, and without data before the server is asked. */
const usualTimes = { look: 5000, silent: 10_000 }

/** Properties of the driver that its types lack: the server process, and whether no query is running. */
type Connected = pg.PoolClient & pg.Client & { readonly processID: number | null; readonly readyForQuery: boolean }

/**
 * Ends connections that were cut without notice. They look alive: a query on them would wait for many minutes, as would
 * the next user of the connection. When an answer is late, the server is asked on another connection. If it is not
 * working on the query, it never got it, so the connection ends and its query fails.
 */
export function endCutConnections(pool: pg.Pool, { look, silent } = usualTimes): { stop(): void } {
  const heard = new Map<Connected, { bytes: number; at: number }>()
  pool.on('connect', (client) => heard.set(client as Connected, { bytes: 0, at: performance.now() }))
  pool.on('remove', (client) => heard.delete(client as Connected))

  /** Returns connections with a running query on which no data came for too long. */
  function silentOnes(): Connected[] {
    const now = performance.now()
    return [...heard].flatMap(([client, last]) => {
      const bytes = (client.connection.stream as Socket).bytesRead
      if (client.readyForQuery || bytes !== last.bytes) heard.set(client, { bytes, at: now })
      else if (now - last.at > silent) return [client]
      return []
    })
  }

  /** Connections found silent once; their answer may still be on its way, as after the process was suspended. */
  let suspected: readonly Connected[] = []

  async function endCut(): Promise<void> {
    const unheard = silentOnes()
    const atWork = unheard.length > 0 ? await processesAtWork(pool.options) : new Set<number>()
    const idle = unheard.filter(({ processID }) => processID !== null && !atWork.has(processID))
    for (const client of idle.filter((one) => suspected.includes(one))) {
      const cut = Object.assign(new Error('the connection to the database is cut'), { code: 'ECONNRESET' })
      client.connection.stream.destroy(cut)
    }
    suspected = idle
  }

  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    // While the server is away nothing can be known.
    const done = endCut().catch(() => {})
    void done.then(() => {
      isLooking = false
    })
  }, look)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Returns the server processes that run queries. Errors: the server is away, or a pooler reports other process ids. */
async function processesAtWork(options: pg.PoolConfig): Promise<Set<number>> {
  // a pool keeps its password in a non-enumerable property
  const { password } = options
  const client = new pg.Client({
    ...options,
    password,
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
  }) as Connected
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number; own: boolean }>(
      `select pid, pid = pg_backend_pid() as own from pg_stat_activity where state = 'active'`,
    )
    if (rows.find(({ own }) => own)?.pid !== client.processID) throw new Error('the numbers of processes are not known')
    return new Set(rows.map(({ pid }) => pid))
  } finally {
    void client.end().catch(() => {})
  }
}
