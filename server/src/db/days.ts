import { type RawBuilder, sql } from 'kysely'
import { defaultTimeZone } from '#contract/limits'

const zone = sql.lit(defaultTimeZone)

/** Returns the instant at which a day in Zurich (`yyyy-mm-dd`) begins, or the day `later` days after it. */
export const startOfDay = (day: string | RawBuilder<unknown>, later = 0): RawBuilder<unknown> =>
  sql`((${day}::date + ${sql.lit(later)})::timestamp at time zone ${zone})`

/** Returns conditions that an instant lies between two days in Zurich, both included; a missing day sets no limit. */
export const betweenDays = (
  at: RawBuilder<unknown>,
  from: string | null | undefined,
  to: string | null | undefined,
): RawBuilder<boolean>[] => [
  ...(from ? [sql<boolean>`${at} >= ${startOfDay(from)}`] : []),
  ...(to ? [sql<boolean>`${at} < ${startOfDay(to, 1)}`] : []),
]

/** Returns a condition on the weekday in Zurich; 1 is Monday. */
export const isWeekday = (at: RawBuilder<unknown>, weekday: number): RawBuilder<boolean> =>
  sql`extract(isodow from ${zurich(at)}) = ${weekday}`

/** Returns the wall time in Zurich of an instant as a timestamp, or the instant of such a timestamp. */
export const zurich = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${at} at time zone ${zone})`

/** Returns the day in Zurich at an instant. */
export const dayOf = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`${zurich(at)}::date`

/** Returns the months of a span of days, with the instants at which they begin and end within it. */
export const monthsIn = (from: string, to: string): RawBuilder<unknown> => sql`(
  select to_char(month, 'YYYY-MM') as label, greatest(month::date, ${from}::date)::timestamp at time zone ${zone} as begins,
         (least((month + interval '1 month')::date, ${to}::date + 1))::timestamp at time zone ${zone} as ends
    from generate_series(date_trunc('month', ${from}::date::timestamp), ${to}::date::timestamp, '1 month') as month)`
