import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll } from 'vitest'
import { Id } from '#contract/endpoint'
import { isQuestion } from './rows-read.ts'

const asking = new AsyncLocalStorage<Set<string>>()

/**
 * Names for the history table, to which every change adds. A query for the entries of certain records or tables depends
 * only on these, any other on all entries.
 */
const [history, anyHistory] = ['history', 'any history']
const entriesOf = (value: unknown) => `history of ${value}`
function entriesIn(statement: string, values: unknown): string[] {
  if (!Array.isArray(values)) return [anyHistory]
  const tables = [...statement.matchAll(/\bentity = \$(\d+)/g)].map(([, at]) => values[Number(at) - 1])
  const found = [...tables, ...values.flat().filter((value) => Id.safeParse(value).success)]
  return found.length > 0 ? found.map(entriesOf) : [anyHistory]
}

/**
 * Watches which tables queries read and which were written. Repeated queries are prepared per connection: planning
 * takes most of the time at tables of a few rows.
 */
export async function watchTables(pool: pg.Pool) {
  const tablesIn = await namesOfTables(pool)
  const watched = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    let isSet: Promise<unknown> | undefined
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const noting = (text: unknown, ...rest: unknown[]) => {
      const tables = asking.getStore()
      const statement = typeof text === 'string' ? text : ((text as pg.QueryConfig | undefined)?.text ?? '')
      if (!tables) return query(text, ...rest)
      const [values, ...more] = rest
      for (const table of tablesIn(statement)) {
        tables.add(table)
        if (table === history) for (const one of entriesIn(statement, values)) tables.add(one)
      }
      const isPlanned = isQuestion(statement) && typeof text === 'string' && Array.isArray(values) && more.length === 0
      if (!isPlanned) return query(text, ...rest)
      isSet ??= query(settings) as Promise<unknown>
      return isSet.then(() => query({ name: nameOf(text), text, values }))
    }
    client.query = noting as typeof client.query
  })

  /** Adds the tables of the queries of `ask` to `tables`. Awaits inside, because `inject` only starts once awaited. */
  const looksAt = <Answer>(tables: Set<string>, ask: () => Promise<Answer>): Promise<Answer> =>
    asking.run(tables, async () => await ask())

  const { rows } = await pool.query<{ statement: string }>(`select string_agg(format(
    'select %L as name, count(*) || '' '' || coalesce(max(xmin::text::bigint), 0) as state from %1$I', relname
    ), ' union all ') as statement from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  // planning a query over so many tables takes long, and each connection plans it anew
  const client = await pool.connect()
  await client.query(settings)
  afterAll(() => client.release())
  const readStates = async () => {
    const states = await client.query<{ name: string; state: string }>({
      name: 'states',
      text: rows[0]?.statement ?? '',
    })
    return new Map(states.rows.map(({ name, state }) => [name, state]))
  }
  let states = await readStates()

  let entries = await readHistory(client)

  /**
   * Returns the records and tables with added history entries, or the whole history if entries were changed or removed.
   */
  async function historyWritten(): Promise<string[]> {
    const { count, latest } = entries
    entries = await readHistory(client, latest)
    const isAdded = entries.of.length === entries.count - count
    return isAdded ? entries.of.flat().map(entriesOf) : [history]
  }

  /** Returns the tables written since the last call. */
  async function written(): Promise<Set<string>> {
    const before = states
    states = await readStates()
    const changed = new Set([...states].filter(([name, state]) => before.get(name) !== state).map(([name]) => name))
    if (!changed.delete(history)) return changed
    return new Set([...changed, anyHistory, ...(await historyWritten())])
  }
  return { looksAt, written }
}

async function readHistory(client: pg.PoolClient, since = '0') {
  const { rows } = await client.query<{ count: number; latest: string; of: string[][] }>({
    name: 'history',
    text: `select count(*)::int as count, coalesce(max(xmin::text::bigint), 0)::text as latest,
                  coalesce(json_agg(json_build_array(entity, entity_id, root_id)) filter (where xmin::text::bigint > $1), '[]') as of
             from history`,
    values: [since],
  })
  return rows[0] ?? { count: 0, latest: since, of: [] }
}

const settings = 'set plan_cache_mode = force_generic_plan; set max_parallel_workers_per_gather = 0'

const nameOf = (text: string) => createHash('md5').update(text).digest('hex')

/** Returns a function that finds the tables of a statement, including those used by its views and functions. */
async function namesOfTables(pool: pg.Pool): Promise<(statement: string) => Set<string>> {
  const { rows } = await pool.query<{ name: string; text: string }>(`
    select relname as name, '' as text from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    union all select viewname, definition from pg_views where schemaname = 'public'
    union all select matviewname, definition from pg_matviews where schemaname = 'public'
    union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`)
  const texts = Map.groupBy(rows, ({ name }) => name)
  const found = new Map<string, Set<string>>()
  return function tablesIn(statement: string): Set<string> {
    const known = found.get(statement)
    if (known) return known
    const tables = new Set<string>()
    found.set(statement, tables)
    for (const word of new Set(statement.match(/\w+/g))) {
      for (const { name, text } of texts.get(word) ?? []) {
        if (text === '') tables.add(name)
        else for (const table of tablesIn(text)) tables.add(table)
      }
    }
    return tables
  }
}
