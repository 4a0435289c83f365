import { sql } from 'kysely'
import { hitsOfPage, hitsOfType, type SearchType, type TypeCount } from '#contract/overview/omnisearch'
import { preparedStatement, severalMark } from '../../db/db.ts'
import type { Ctx } from '../../http/context.ts'
import { type Asked, type Source, sources } from './sources.ts'

/** Position of a hit among the others. */
export interface Place {
  readonly type: SearchType
  readonly id: string
  readonly rank: number
  readonly at: string
}

export interface Wanted {
  /** Number of hits per type. */
  readonly limit: number
  /** Only the first hits are shown, so for a very common word the latest rows suffice. */
  readonly isFirst: boolean
  /** The counts are not needed: hits that cannot be among the first are not searched. */
  readonly uncounted?: boolean
}

const { ranked } = hitsOfType
/** Timeout of the query in milliseconds, longer than any real search. */
const longest = 5000

/** Returns the best hits of each type that the caller may see, and their number. Reads only searched texts. */
export async function findPlaces(
  ctx: Ctx,
  types: readonly SearchType[],
  asked: Asked,
  wanted: Wanted,
): Promise<{ places: Place[]; counts: TypeCount[] }> {
  const searched = types.flatMap((type) => {
    const source = sources[type](ctx.actor, asked)
    return source ? [{ type, source }] : []
  })
  if (searched.length === 0) return { places: [], counts: [] }
  const groups = sideBySide.map((group) => searched.filter(({ type }) => group.includes(type)))
  const found = groups.filter((group) => group.length > 0).map((group) => readPlaces(ctx, group, wanted))
  const rows = (await Promise.all(found)).flat()
  const places = rows.map(({ type, id, rank, at }) => ({ type, id, rank, at }))
  const counts = new Map(rows.map(({ type, count, more }) => [type, { searchType: type, count, more }] as const))
  return { places, counts: [...counts.values()] }
}

/** Types that are searched together. Each group has a connection, so a search takes as long as the slowest group. */
const sideBySide: readonly (readonly SearchType[])[] = [
  ['CONTACT'],
  ['FLAME', 'PROJECT', 'ENCOUNTER'],
  ['EMAIL', 'CONTACT_ATTACHMENT'],
]

const readPlaces = (ctx: Ctx, searched: readonly Searched[], wanted: Wanted): Promise<Row[]> =>
  ctx.db.connection().execute(async (db) => {
    await byIndexes.execute(db)
    const { rows } = await placesQuery(searched, wanted)
      .execute(db)
      .finally(() => sql`end`.execute(db))
    return rows
  })

/** Settings for a plan that the connection keeps: it uses indexes, however common a word is. */
const settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // With the value of other statements, a search without hits took twice as long.
  random_page_cost: '4',
  jit: 'off',
  statement_timeout: String(longest),
}
/** Begins a transaction with these settings. */
export const byIndexes = sql.raw(
  `${severalMark} begin; ${Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')}`,
)

interface Searched {
  readonly type: SearchType
  readonly source: Source
}
interface Row extends Place {
  count: number
  more: boolean
}

/** Returns one statement for several types; the hits of each are found before they are sorted. */
export function placesQuery(searched: readonly Searched[], wanted: Wanted) {
  const parts = searched.map(({ type, source }, at) => partOf(type, source, at, wanted))
  return sql<Row>`${preparedStatement} with ${sql.join(parts.flatMap(({ tables }) => tables))}
    ${sql.join(
      parts.map(({ best }) => best),
      sql` union all `,
    )}`
}

/**
 * Returns the parts of the statement for one type. Materialized parts are read row by row, only as far as needed. If a
 * word is common among the latest rows, only these are searched; if it has too many hits to be ranked, the latest rows
 * are walked for the latest hits.
 */
function partOf(type: SearchType, { hits, before, latest, walk = 0, common }: Source, at: number, wanted: Wanted) {
  const { limit, isFirst, uncounted = false } = wanted
  // All pages are cut from the same hits, so the threshold does not depend on the page.
  const enough = isFirst ? limit : hitsOfPage
  const walksFirst = isFirst && latest && common
  const name = (part: string) => sql.table(`${part}_${at}`)
  const counted = (part: string) => sql`(select count(*) from ${name(part)})`
  const isCommon = walksFirst
    ? sql`${counted('late')} >= greatest(${enough}::int, ${sql.lit(common.hits)})`
    : sql`false`
  const hasOthers = walksFirst ? sql`exists (${common.others})` : sql`false`
  const isCut = sql`${counted('few')} > ${sql.lit(ranked)}`
  const all = sql.join([...hits], sql` union all `)
  const others = uncounted ? sql`select * from (${all}) as others where ${counted('before')} < ${limit}::int` : all
  const tables = [
    ...(before ? [sql`${name('before')} as materialized (${before})`] : []),
    sql`${name('found')} as materialized (${before ? sql`select * from ${name('before')} union all ${others}` : all})`,
    sql`${name('few')} as materialized (
      select * from ${name('found')} where not ${isCommon} limit ${sql.lit(ranked + 1)})`,
  ]
  const best = [sql`select distinct * from ${name('few')}`]
  if (walksFirst) {
    tables.unshift(sql`${name('late')} as materialized (${latest(common.rows)})`)
    best.push(sql`select * from ${name('late')} where ${isCommon}`)
  }
  if (latest) {
    tables.push(sql`${name('far')} as materialized (select * from (${latest(walk)}) as walked where ${isCut})`)
    best[0] = sql`${best[0]} where ${counted('far')} < ${enough}`
    best.push(sql`select * from ${name('far')} where ${counted('far')} >= ${enough}`)
  }
  return {
    tables,
    // The displayed columns are computed only for the few remaining hits.
    best: sql`(select ${sql.lit(type)}::text as type, id, rank, iso(at) as at, least(hits, ${sql.lit(ranked)})::int as count,
                      (${isCommon} and ${hasOthers} or ${isCut}) as more
                 from (select id, rank, at, count(*) over () as hits
                         from (${sql.join(best, sql` union all `)}) as best order by rank, at desc, id limit ${limit}) as first)`,
  }
}
