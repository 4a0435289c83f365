import { type RawBuilder, sql } from 'kysely'

/** So many hits of a word are looked at before they are ordered. */
const mostHits = 4000
/** To learn that there are more. */
export const some = sql`limit ${mostHits + 1}`

export const areMany = (name: RawBuilder<unknown>) => sql`(select count(*) > ${mostHits} from ${name})`

interface FoundByWord {
  readonly name: RawBuilder<unknown>
  /** There are more hits than are looked at. */
  readonly isCut: RawBuilder<unknown>
}

/** The ids that the first of these found without being cut; none where all were. */
export const firstOfFew = (found: readonly FoundByWord[]) =>
  sql.join(
    found.map(({ name, isCut }, at) => {
      const before = found.slice(0, at).map((one) => one.isCut)
      return sql`select id from ${name} where ${sql.join([sql`not ${isCut}`, ...before], sql` and `)}`
    }),
    sql` union all `,
  )
