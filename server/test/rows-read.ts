import type pg from 'pg'

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}
interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

/**
 * How many rows of tables PostgreSQL looks at while something is asked: those that it finds and those that it passes over.
 * Each statement that asked is run once more for that, planned as it was: `off` names the settings that were not on.
 */
export async function rowsRead(
  pool: pg.Pool,
  ask: () => Promise<unknown>,
  off: readonly string[] = [],
): Promise<number> {
  let read = 0
  const statements = await statementsOf(pool, ask)
  const client = await pool.connect()
  try {
    for (const setting of off) await client.query(`set ${setting} = off`)
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (analyze, timing off, buffers off, format json) ${text}`, [
        ...values,
      ])
      read += rowsOf(rows[0]['QUERY PLAN'][0].Plan)
    }
  } finally {
    // a new connection would read the catalog anew, which takes longer than what is asked
    client.release(off.length > 0)
  }
  return read
}

function rowsOf(plan: Plan): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = plan
  const isTable = plan['Relation Name'] !== undefined
  const own = isTable ? (plan['Actual Rows'] + filtered + rechecked) * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own)
}

/** One that asks, and alone: several in a text are settings. */
const isQuestion = (text: string) => /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i.test(text) && !text.includes(';')

/** The queries that go over any connection of the pool meanwhile. */
async function statementsOf(pool: pg.Pool, ask: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    watched.set(client, client.query)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const noting = (text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && isQuestion(text)) {
        statements.push({ text, values: Array.isArray(values) ? values : [] })
      }
      return query(text, values, ...rest)
    }
    client.query = noting as typeof client.query
  }
  pool.on('acquire', watch)
  try {
    await ask()
  } finally {
    pool.off('acquire', watch)
    for (const [client, query] of watched) client.query = query
  }
  return statements
}
