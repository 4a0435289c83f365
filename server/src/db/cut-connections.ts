import type { Socket } from 'node:net'
import pg from 'pg'

/** In milliseconds: how often it is looked, and for how long nothing comes before the server is asked. */
const usualTimes = { look: 5000, silent: 10_000 }

/** What the driver has beside its types: the process at the server, and whether no question is on its way. */
type Connected = pg.PoolClient & pg.Client & { readonly processID: number | null; readonly readyForQuery: boolean }

/**
 * A connection that was cut without notice looks alive: whoever asks on it waits for many minutes, and so does whoever is given
 * it next. So where an answer is long in coming the server is asked, on a connection of its own. Either it is at work on
 * the question, or it has never had it; then the connection ends, and who asked on it hears so.
 */
export function endCutConnections(pool: pg.Pool, { look, silent } = usualTimes): { stop(): void } {
  const heard = new Map<Connected, { bytes: number; at: number }>()
  pool.on('connect', (client) => heard.set(client as Connected, { bytes: 0, at: performance.now() }))
  pool.on('remove', (client) => heard.delete(client as Connected))

  /** Those that nothing has come on for long, while a question is on its way. */
  function silentOnes(): Connected[] {
    const now = performance.now()
    return [...heard].flatMap(([client, last]) => {
      const bytes = (client.connection.stream as Socket).bytesRead
      if (client.readyForQuery || bytes !== last.bytes) heard.set(client, { bytes, at: now })
      else if (now - last.at > silent) return [client]
      return []
    })
  }

  /** Found so once: an answer may be on its way, as to a process that was stopped for a while. */
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
    // While the server is away nothing is known.
    const done = endCut().catch(() => {})
    void done.then(() => {
      isLooking = false
    })
  }, look)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Errors: when the server is away, or a pooler between tells other numbers. */
async function processesAtWork(options: pg.PoolConfig): Promise<Set<number>> {
  // a pool keeps its password out of sight
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
