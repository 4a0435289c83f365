import { sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import { startOfDay, zurich } from '../../db/days.ts'
import type { Ctx } from '../../http/context.ts'
import { daysOfMonth, figure, sumOf, table } from './tile.ts'

interface Counted {
  label: string
  incoming: number
  missed: number
}

/** Returns figures of external calls, as the log of telephony lists them, by the day they were recorded. */
export async function callsTile(ctx: Ctx, span: TileSpan): Promise<Tile> {
  const { from, to } = span
  const [{ months, weekdays }, unreturned] = await Promise.all([countCalls(ctx, span), countUnreturned(ctx, span)])
  const days = { since: from, until: to }
  const inMonth = ({ label }: Counted) => daysOfMonth(label, span)
  return {
    figures: [
      figure(
        'incomingCalls',
        sumOf(months, ({ incoming }) => incoming),
        pathTo('telephony', { calls: 'INCOMING', ...days }),
      ),
      figure(
        'missedCalls',
        sumOf(months, ({ missed }) => missed),
        pathTo('telephony', { calls: 'MISSED', ...days }),
      ),
      figure('unreturnedCalls', unreturned, pathTo('telephony', { calls: 'UNRETURNED', ...days })),
    ],
    tables: [
      table('callsByMonth', 'month', months, [
        {
          name: 'incoming',
          value: ({ incoming }) => incoming,
          link: (month) => pathTo('telephony', { calls: 'INCOMING', ...inMonth(month) }),
        },
        {
          name: 'missed',
          value: ({ missed }) => missed,
          link: (month) => pathTo('telephony', { calls: 'MISSED', ...inMonth(month) }),
        },
      ]),
      table('callsByWeekday', 'weekday', weekdays, [
        {
          name: 'incoming',
          value: ({ incoming }) => incoming,
          link: ({ label }) => pathTo('telephony', { calls: 'INCOMING', ...days, weekday: label }),
        },
        {
          name: 'missed',
          value: ({ missed }) => missed,
          link: ({ label }) => pathTo('telephony', { calls: 'MISSED', ...days, weekday: label }),
        },
      ]),
    ],
  }
}

const within = ({ from, to }: TileSpan) =>
  sql`c.direction = 'IN' and not c.internal and c.created_at >= ${startOfDay(from)} and c.created_at < ${startOfDay(to, 1)}`

/** Counts calls by month and by weekday. */
async function countCalls({ db }: Ctx, span: TileSpan): Promise<{ months: Counted[]; weekdays: Counted[] }> {
  const { rows } = await sql<Counted & { isMonth: boolean }>`
    with hours as ( -- a clock for each call would cost more than counting them
      select date_bin('1 hour', c.created_at, 'epoch') as hour, count(*) as incoming,
             count(*) filter (where c.state = 'MISSED') as missed
        from phone_call c where ${within(span)} group by 1),
    days as (
      select date_trunc('month', at)::date as month, extract(isodow from at)::text as weekday, incoming, missed
        from hours, lateral (select ${zurich(sql`hour`)} as at offset 0) as by_clock)
    select month is not null as "isMonth", coalesce(to_char(month, 'YYYY-MM'), weekday) as label,
           sum(incoming)::int as incoming, sum(missed)::int as missed
      from days group by grouping sets ((month), (weekday)) order by label`.execute(db)
  return { months: rows.filter(({ isMonth }) => isMonth), weekdays: rows.filter(({ isMonth }) => !isMonth) }
}

/** Counts missed calls after which nobody has spoken with that number, whoever called. */
async function countUnreturned({ db }: Ctx, span: TileSpan): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from phone_call c where c.unreturned and ${within(span)}`.execute(db)
  return rows[0]?.count ?? 0
}
