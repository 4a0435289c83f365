import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll } from 'vitest'
import { Id } from '#contract/endpoint'
import { isQuestion } from './rows-read.ts'

const asking = new AsyncLocalStorage<Set<string>>()

/** Every change adds to it: a statement that says of which records or tables it asks for entries looks at these, another at any. */
const [history, anyHistory] = ['history', 'any history']
const entriesOf = (value: unknown) => `history of ${value}`
function entriesIn(statement: string, values: unknown): string[] {
  if (!Array.isArray(values)) return [anyHistory]
  const tables = [...statement.matchAll(/\bentity = \$(\d+)/g)].map(([, at]) => values[Number(at) - 1])
  const found = [...tables, ...values.flat().filter((value) => Id.safeParse(value).success)]
  return found.length > 0 ? found.map(entriesOf) : [anyHistory]
}

/**
 * Which tables something looks at while it is asked, and which were written to meanwhile. What is asked again and again is
 * planned once a connection: planning takes most of the time of questions to tables of a few rows.
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

  /** The tables that the queries of `ask` name are added to `tables`; what `inject` answers asks once it is awaited. */
  const looksAt = <Answer>(tables: Set<string>, ask: () => Promise<Answer>): Promise<Answer> =>
    asking.run(tables, async () => await ask())

  const { rows } = await pool.query<{ statement: string }>(`select string_agg(format(
    'select %L as name, count(*) || '' '' || coalesce(max(xmin::text::bigint), 0) as state from %1$I', relname
    ), ' union all ') as statement from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  // of so many tables it takes long to plan, and each connection plans it for itself
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

  /** Of which records and tables entries were added to the history, or that others changed or went. */
  async function historyWritten(): Promise<string[]> {
    const { count, latest } = entries
    entries = await readHistory(client, latest)
    const isAdded = entries.of.length === entries.count - count
    return isAdded ? entries.of.flat().map(entriesOf) : [history]
  }

  /** The tables that were written to since this was asked last. */
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

/** Finds the tables that a statement names, also by a view or by a function of ours. */
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
