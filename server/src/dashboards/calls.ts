import { sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/dashboards'
import { pathTo } from '#contract/routes'
import { startOfDay, zurich } from '../db/days.ts'
import type { Ctx } from '../http/context.ts'
import { figure, sumOf, table } from './tile.ts'

interface Counted {
  label: string
  incoming: number
  missed: number
}
interface Month extends Counted {
  first: string
  last: string
}

/** Calls from outside as the log of telephony has them; by what is heard of them they have their day. */
export async function callsTile(ctx: Ctx, span: TileSpan): Promise<Tile> {
  const { from, to } = span
  const [months, weekdays] = [await byMonth(ctx, span), await byWeekday(ctx, span)]
  const missedIn = (since: string, until: string) => pathTo('telephony', { calls: 'MISSED', since, until })
  return {
    figures: [
      figure(
        'incomingCalls',
        sumOf(months, ({ incoming }) => incoming),
        pathTo('telephony', { calls: 'INCOMING', since: from, until: to }),
      ),
      figure(
        'missedCalls',
        sumOf(months, ({ missed }) => missed),
        missedIn(from, to),
      ),
      figure('unreturnedCalls', await countUnreturned(ctx, span), missedIn(from, to)),
    ],
    tables: [
      table('callsByMonth', 'month', months, [
        { name: 'incoming', value: ({ incoming }) => incoming },
        { name: 'missed', value: ({ missed }) => missed, link: ({ first, last }) => missedIn(first, last) },
      ]),
      table('callsByWeekday', 'weekday', weekdays, [
        { name: 'incoming', value: ({ incoming }) => incoming },
        { name: 'missed', value: ({ missed }) => missed },
      ]),
    ],
  }
}

const within = ({ from, to }: TileSpan) =>
  sql`c.direction = 'IN' and not c.internal and c.created_at >= ${startOfDay(from)} and c.created_at < ${startOfDay(to, 1)}`

const counts = sql`count(*)::int as incoming, count(*) filter (where c.state = 'MISSED')::int as missed`

/** `first` and `last` are the days of the month that lie within the span. */
async function byMonth({ db }: Ctx, span: TileSpan): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select to_char(month, 'YYYY-MM') as label, greatest(month, ${span.from}::date)::text as first,
           least((month + interval '1 month')::date - 1, ${span.to}::date)::text as last, incoming, missed
      from (select date_trunc('month', ${zurich(sql`c.created_at`)})::date as month, ${counts}
              from phone_call c where ${within(span)} group by 1) counted
     order by month`.execute(db)
  return rows
}

async function byWeekday({ db }: Ctx, span: TileSpan): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select extract(isodow from ${zurich(sql`c.created_at`)})::text as label, ${counts}
      from phone_call c where ${within(span)} group by 1 order by 1`.execute(db)
  return rows
}

/** Missed ones after which nobody has spoken with that number, whoever called. */
async function countUnreturned({ db }: Ctx, span: TileSpan): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with spoken as (
      select case s.direction when 'IN' then s.from_number else s.to_number end as number, max(s.created_at) as last
        from phone_call s where s.answered_at is not null and s.created_at >= ${startOfDay(span.from)} group by 1)
    select count(*)::int as count from phone_call c left join spoken on spoken.number = c.from_number
     where ${within(span)} and c.state = 'MISSED' and c.from_number <> ''
       and (spoken.last is null or spoken.last < c.created_at)`.execute(db)
  return rows[0]?.count ?? 0
}
