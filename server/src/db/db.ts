import { CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { columnValues } from './column-values.ts'
import { endCutConnections } from './cut-connections.ts'
import { namesOf } from './kept-plans.ts'
import { type Listener, openListener } from './listen.ts'
import type { DB } from './schema.ts'
import { type QueryDone, queryOf, type Statement, sendTogether } from './together.ts'

export interface Database {
  readonly pool: pg.Pool
  readonly kysely: Kysely<DB>
  /** The listener that the whole process shares. */
  readonly listener: Listener
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Upper limit of connections at once. */
  readonly max?: number
  /** Timeouts in milliseconds; 0 for none. */
  readonly statementTimeout?: number
  readonly lockTimeout?: number
  readonly idleInTransactionTimeout?: number
  /** Called when the server cuts a connection; the next query opens a new one. */
  readonly onLost?: (error: Error) => void
}

/** Opens a pool on a database: the connection of `startPostgres`, or the text of DATABASE_URL. */
export function openDatabase(connection: pg.ClientConfig | string, options: DatabaseOptions = {}): Database {
  const { max = 10, onLost = () => {} } = options
  const pool = new pg.Pool({ ...withSettings(connection, sessionSettings(options)), max, types: columnValues })
  pool.on('error', onLost)
  // Otherwise an error on a checked-out connection that runs no query would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', keepPlans)
  const watch = endCutConnections(pool)
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
  const listener = openListener(pool)
  let closed: Promise<void> | undefined
  return {
    pool,
    kysely,
    listener,
    close() {
      closed ??= listener.close().then(() => {
        watch.stop()
        return pool.end()
      })
      return closed
    },
  }
}

/** Marks a query by key, whose plan is the same for every value, as a prepared statement: planned once a connection. */
export const preparedMark = '/* prepared statement */'
export const preparedStatement = sql.raw(preparedMark)

/**
 * Whether a page of this size may be a prepared statement. The limit is part of the text (decision 32), and each
 * connection keeps every plan: so only the sizes of screens are prepared, not all that a program may ask for.
 */
export const isKeptPage = (pageSize: number): boolean => keptPages.has(pageSize)
const keptPages = new Set([9, 50, 100])

/** Returns a query by one key whose text is compiled once, for calls that are made all the time. */
export function queryByKey<Row>(query: (key: string) => RawBuilder<Row>) {
  let made: CompiledQuery | undefined
  return (db: Kysely<DB>, key: string): CompiledQuery<Row> => {
    made ??= sql`${preparedStatement} ${query(key)}`.compile(db)
    return CompiledQuery.raw(
      made.sql,
      made.parameters.map(() => key),
    ) as CompiledQuery<Row>
  }
}

/** Begins several statements in one round trip; their rows are joined in the answer. */
export const severalMark = '/* several */'

/**
 * Marks a statement of a transaction that is sent together with the next one, in one round trip: it returns no rows,
 * and when it fails the next one fails.
 */
export const aheadMark = '/* ahead */'
export const sentAhead = sql.raw(aheadMark)

/**
 * Sends two queries in one round trip and returns the rows of both; the second sees what the first one waited for. Only
 * in a transaction.
 */
export async function rowsOfBoth<First, Second>(
  db: Kysely<DB>,
  first: RawBuilder<First>,
  second: RawBuilder<Second>,
): Promise<(First | Second)[]> {
  await sql`${sql.raw(withRowsMark)} ${first}`.execute(db)
  return (await second.execute(db)).rows as (First | Second)[]
}
/** Marks a statement that is sent with the next one, like `sentAhead`, and whose rows come before those of that one. */
export const withRowsMark = '/* ahead, with its rows */'

/**
 * Statements of a commit; they return what was told (functions/changes.sql). PostgreSQL commits transactions with
 * notifications one after another, so a slow flush would hold up all others. Therefore the commit does not wait for the
 * disk; a message behind it in the write-ahead log does, outside of that queue and together with others. The answer
 * comes when all is on the disk.
 */
const durableCommit = [
  `select set_config('app.wrote', coalesce(pg_current_xact_id_if_assigned()::text, ''), false),
          set_config('synchronous_commit', 'off', true), current_setting('app.told', true) as told`,
  'commit',
  `select pg_logical_emit_message(true, 'committed', '') where current_setting('app.wrote') <> ''`,
]

/**
 * Runs marked queries as prepared statements. All others are planned for their values each time: a generic plan cannot
 * know whether a search text is selective, and would scan the table. A `begin` is sent with the first query.
 */
function keepPlans(client: pg.ClientBase): void {
  const ask = client.query.bind(client) as Ask
  const query = answeredOnce(ask)
  const nameOf = namesOf(client)
  const prepared = (text: string, values?: unknown[]): Statement => ({ text, values, name: nameOf(text) })
  let isOpen = false
  let ahead: (Statement & { readonly answers?: boolean })[] = []
  const send = async (...last: Statement[]) => {
    const sent = [...ahead, ...last.map((one) => ({ ...one, answers: true }))]
    ahead = []
    const results = await sendTogether(query, sent)
    return { ...results.at(-1), rows: results.flatMap(({ rows }, at) => (sent[at]?.answers ? rows : [])) }
  }
  /** Sends what cannot be combined with the waiting statements after them. */
  const alone = (...given: unknown[]) => {
    if (ahead.length === 0) return query(...given)
    const gone = send()
    const answer = query(...given)
    if (answer instanceof Promise) return Promise.all([answer, gone]).then(([result]) => result)
    // the cursor reports the failure itself
    gone.catch(() => {})
    return answer
  }
  const naming = (text: unknown, values?: unknown[], ...rest: unknown[]) => {
    if (typeof text !== 'string') return alone(text, values, ...rest)
    const statement: Statement = text.includes(preparedMark) ? prepared(text, values) : { text, values }
    if (text === 'begin') {
      isOpen = true
      ahead.push(prepared(text))
      return nothing
    }
    if (text === 'commit') {
      isOpen = false
      return send(...durableCommit.map((one) => prepared(one)))
    }
    if (text === 'rollback') {
      const isUnknown = ahead.some(({ text }) => text === 'begin')
      isOpen = false
      ahead = []
      return isUnknown ? nothing : query(text)
    }
    const isAhead = text.startsWith(aheadMark) || text.startsWith(withRowsMark)
    if (isOpen && isAhead) {
      ahead.push({ ...statement, answers: text.startsWith(withRowsMark) })
      return nothing
    }
    if (text.startsWith(severalMark)) return rowsOfAll(alone(text))
    if (!statement.name && !values?.length) return alone(text, values, ...rest)
    if (ahead.length > 0) return send(statement)
    // the pool's own query passes a callback
    if (rest.length > 0) return query(statement, ...rest)
    return answered((done) => ask(queryOf(statement, done)))
  }
  client.query = naming as typeof client.query
}

/**
 * Passes a callback when a query is made, and returns a promise. For its own promise the driver sets the callback
 * later, and then nine tenths of the memory of the rows outlived their request (decision 24).
 */
function answeredOnce(ask: Ask): Ask {
  return (...given) => {
    const [statement] = given
    const bySelf = typeof given.at(-1) === 'function' || (statement instanceof Object && 'submit' in statement)
    return bySelf ? ask(...given) : answered((done) => ask(...given, done))
  }
}
type Ask = (...given: unknown[]) => unknown

function answered(ask: (done: QueryDone) => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    ask((error, result) => (error ? reject(error) : resolve(result)))
  }).catch((error: Error) => {
    // the stack of the caller instead of that of the socket
    Error.captureStackTrace(error)
    throw error
  })
}

const nothing = Promise.resolve({ rows: [] })

async function rowsOfAll(answers: unknown): Promise<unknown> {
  const results = (await answers) as pg.QueryResult[]
  return { rows: results.flatMap(({ rows }) => rows) }
}

function sessionSettings(options: DatabaseOptions): Record<string, string | number> {
  return {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    // In kB. Every search reads the pending list of a trigram index, so it must be short.
    gin_pending_list_limit: 64,
    // On SSDs random reads cost as little as sequential ones; otherwise the planner reads whole tables where an index
    // would find a quarter of the rows.
    random_page_cost: 1.1,
    statement_timeout: options.statementTimeout ?? 30_000,
    lock_timeout: options.lockTimeout ?? 10_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeout ?? 60_000,
  }
}

/** Passes the settings in the start packet: they hold from the first query and cost no round trip. */
function withSettings(
  connection: pg.ClientConfig | string,
  settings: Record<string, string | number>,
): pg.ClientConfig {
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const join = (own: string | null | undefined) => (own ? [own, ...flags] : flags).join(' ')
  if (typeof connection !== 'string') {
    return { application_name: 'glut', ...connection, options: join(connection.options) }
  }
  // The connection string takes precedence over the configuration, so its options would replace ours.
  const url = new URL(connection)
  const options = join(url.searchParams.get('options'))
  url.searchParams.delete('options')
  return { application_name: 'glut', connectionString: url.href, options }
}
