import { sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/overview/dashboards'

import { pathTo, type ScreenParams } from '#contract/routes'
import { startOfDay } from '../../db/days.ts'

import type { Ctx } from '../../http/context.ts'
import { figure, table } from './tile.ts'

/** Returns figures of the inbox, and the time until the first answer in working minutes. */
export async function inboxTile(ctx: Ctx, { from, to }: TileSpan): Promise<Tile> {
  const arrived = (more: Narrower = {}) => pathTo('emails', { view: 'ALL', since: from, until: to, ...more })
  const answered = (more: Narrower = {}) => arrived({ ...more, answered: true })
  const [now, answers, states] = await Promise.all([inboxNow(ctx), answersIn(ctx, from, to), openByMailbox(ctx)])
  const byMailbox = answers.flatMap((row) => (row.mailbox === null ? [] : [{ ...row, id: row.mailbox }]))
  const all = answers.find(({ mailbox, weekday }) => mailbox === null && weekday === null)
  const mailboxes = states.map((mailbox) => ({ ...mailbox, ...byMailbox.find(({ id }) => id === mailbox.id) }))
  const weekdays = answers.flatMap((row) => (row.weekday === null ? [] : [{ ...row, label: String(row.weekday) }]))
  const openIn = (mailbox: string) => pathTo('emails', { view: 'OPEN', mailbox })
  return {
    figures: [
      figure('openEmails', now.open, pathTo('emails', { view: 'OPEN' })),
      figure('emailsInProgress', now.inProgress, pathTo('emails', { view: 'IN_PROGRESS' })),
      figure('oldestEmail', now.days, now.oldest && pathTo('email', { emailId: now.oldest }), 'days'),
      figure('firstAnswer', all?.minutes, answered(), 'workingMinutes'),
    ],
    tables: [
      table('answersByMailbox', 'text', mailboxes, [
        { name: 'open', value: ({ open }) => open, link: ({ id }) => openIn(id) },
        { name: 'received', value: ({ received = 0 }) => received, link: ({ id }) => arrived({ mailbox: id }) },
        {
          name: 'firstAnswer',
          unit: 'workingMinutes',
          value: ({ minutes = null }) => minutes,
          link: ({ id }) => answered({ mailbox: id }),
        },
      ]),
      table('answersByWeekday', 'weekday', weekdays, [
        { name: 'received', value: ({ received }) => received, link: ({ label }) => arrived({ weekday: label }) },
        {
          name: 'firstAnswer',
          unit: 'workingMinutes',
          value: ({ minutes }) => minutes,
          link: ({ label }) => answered({ weekday: label }),
        },
      ]),
    ],
  }
}

type Narrower = Pick<ScreenParams<'emails'>, 'mailbox' | 'weekday' | 'answered'>

interface Now {
  open: number
  inProgress: number
  oldest: string | null
  days: number | null
}

async function inboxNow(ctx: Ctx): Promise<Now> {
  const incoming = sql`e.deleted_at is null and e.direction = 'INCOMING'`
  const { rows } = await sql<Now>`
    select (select count(*)::int from email_arrival where open and mailbox_id is null) as open,
           (select count(*)::int from email e where ${incoming} and e.state = 'IN_PROGRESS') as "inProgress",
           oldest.id as oldest, floor(extract(epoch from ${ctx.now}::timestamptz - oldest.received_at) / 86400)::int as days
      from (select) as one left join lateral (
        select e.id, e.received_at from email e where ${incoming} and e.state = 'OPEN' order by e.received_at, e.id limit 1
      ) oldest on true`.execute(ctx.db)
  return rows[0] ?? { open: 0, inProgress: 0, oldest: null, days: null }
}

interface Answers {
  mailbox: string | null
  weekday: number | null
  received: number
  minutes: number | null
}

/**
 * Returns how many e-mails people sent within the span and the median time to the first answer: by mailbox, by weekday
 * of arrival, and in total. Rows with the same minutes are counted together before they are sorted for the median.
 */
async function answersIn(ctx: Ctx, from: string, to: string): Promise<Answers[]> {
  const { rows } = await sql<Answers>`
    with counted as materialized (
      select mailbox_id, weekday, minutes, count(*)::int as n from email_arrival
       where written and received_at >= ${startOfDay(from)} and received_at < ${startOfDay(to, 1)} group by mailbox_id, weekday, minutes),
    listed as (
      select mailbox_id as mailbox, null::int as weekday, minutes, sum(n)::int as n from counted group by mailbox_id, minutes
      union all
      select null, weekday, minutes, n from counted where mailbox_id is null),
    placed as (
      select mailbox, weekday, minutes, n, sum(n) over in_order as until, sum(n) over alike as received,
             sum(n) filter (where minutes is not null) over alike as answered
        from listed window alike as (partition by mailbox, weekday), in_order as (partition by mailbox, weekday order by minutes))
    select mailbox, weekday, max(received)::int as received,
           ((min(minutes) filter (where until > (answered - 1) / 2)
             + max(minutes) filter (where until - n <= answered / 2)) / 2.0)::float8 as minutes
      from placed group by mailbox, weekday order by weekday, mailbox`.execute(ctx.db)
  return rows
}

async function openByMailbox(ctx: Ctx): Promise<{ id: string; label: string; open: number }[]> {
  const { rows } = await sql<{ id: string; label: string; open: number }>`
    select m.id, m.title as label, coalesce(n.open, 0) as open
      from mailbox m
      left join (select mailbox_id, count(*)::int as open from email_arrival where open group by mailbox_id) n on n.mailbox_id = m.id
     where m.deleted_at is null order by fold(m.title), m.id`.execute(ctx.db)
  return rows
}
