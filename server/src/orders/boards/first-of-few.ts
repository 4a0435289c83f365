import { type RawBuilder, sql } from 'kysely'

/** Largest number of hits of a word that are read before sorting. */
const mostHits = 4000
/** Limit with one row more, to detect that there are more hits. */
export const some = sql`limit ${mostHits + 1}`

export const areMany = (name: RawBuilder<unknown>) => sql`(select count(*) > ${mostHits} from ${name})`

interface FoundByWord {
  readonly name: RawBuilder<unknown>
  /** Condition that there are more hits than are read. */
  readonly isCut: RawBuilder<unknown>
}

/** Returns a query for the ids of the first search that was not cut off; it is empty if all were. */
export const firstOfFew = (found: readonly FoundByWord[]) =>
  sql.join(
    found.map(({ name, isCut }, at) => {
      const before = found.slice(0, at).map((one) => one.isCut)
      return sql`select id from ${name} where ${sql.join([sql`not ${isCut}`, ...before], sql` and `)}`
    }),
    sql` union all `,
  )
