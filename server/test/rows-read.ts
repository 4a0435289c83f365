import pg from 'pg'
import { preparedMark } from '../src/db/db.ts'

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
 * Returns how many rows of tables PostgreSQL reads while `ask` runs, both kept and filtered ones. Each statement is
 * explained once more with the same settings, except those in `off`. For a prepared statement the generic plan counts
 * if PostgreSQL would use it and it reads more.
 */
export async function rowsRead(
  pool: pg.Pool,
  ask: () => Promise<unknown>,
  off: readonly string[] = [],
): Promise<number> {
  let read = 0
  const statements = await statementsOf(pool, ask)
  if (statements.length === 0) throw new Error('nothing was asked')
  const client = await pool.connect()
  try {
    for (const setting of off) await client.query(`set ${setting} = off`)
    for (const statement of statements) {
      const { text, values } = statement
      read += text.includes(preparedMark) ? await rowsOfKept(client, statement) : await rowsOf(client, text, values)
    }
  } finally {
    // a new connection would have to load the catalog, which takes longer than the query
    client.release(off.length > 0)
  }
  return read
}

const counted = 'explain (analyze, timing off, buffers off, format json)'
const rowsOfAnswer = ({ rows }: pg.QueryResult) => rowsIn(rows[0]['QUERY PLAN'][0].Plan)

async function rowsOf(client: pg.PoolClient, text: string, values?: readonly unknown[]): Promise<number> {
  return rowsOfAnswer(await client.query(`${counted} ${text}`, values?.slice()))
}

/**
 * Returns the rows of the custom plan, or of the generic plan if that reads more: after four more custom plans, which
 * need not run, PostgreSQL decides whether it uses the generic one.
 */
async function rowsOfKept(client: pg.PoolClient, { text, values }: Statement): Promise<number> {
  const run = `execute kept ${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`
  const forAny = ['set plan_cache_mode = force_generic_plan', `${counted} ${run}`, 'reset plan_cache_mode']
  await client.query(`prepare kept as ${text.replace(preparedMark, '')}`)
  try {
    const answers = (await client.query([`${counted} ${run}`, ...forAny].join(';'))) as unknown as pg.QueryResult[]
    const [own = 0, any = 0] = answers.filter(({ rows }) => rows.length > 0).map(rowsOfAnswer)
    if (any <= own) return own
    await client.query(Array.from({ length: 4 }, () => `explain ${run}`).join(';'))
    return Math.max(own, await rowsOf(client, run))
  } finally {
    await client.query('deallocate kept')
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join()}}`)
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`)
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

function rowsIn(plan: Plan): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = plan
  const isTable = plan['Relation Name'] !== undefined
  const own = isTable ? (plan['Actual Rows'] + filtered + rechecked) * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsIn(part), own)
}

/** Returns whether the text is a single query; texts with several statements are settings. */
export const isQuestion = (text: string) => /^\s*(\/\*.*?\*\/\s*)?\(?(select|with)\b[^;]*$/i.test(text)

/** Returns the queries that all connections of the pool send while `ask` runs. */
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
