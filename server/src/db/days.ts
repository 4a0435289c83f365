import { type RawBuilder, sql } from 'kysely'
import { defaultTimeZone } from '#contract/limits'

const zone = sql.lit(defaultTimeZone)

/** The instant at which a day in Zurich (`yyyy-mm-dd`) begins, or that many days later. */
export const startOfDay = (day: string, later = 0): RawBuilder<unknown> =>
  sql`((${day}::date + ${sql.lit(later)})::timestamp at time zone ${zone})`

/** What the clock of Zurich shows at an instant, as a timestamp. */
export const zurich = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${at} at time zone ${zone})`
