import { type RawBuilder, sql } from 'kysely'
import type { EmailFilter } from '#contract/mail/emails'
import { isKeptPage } from '../../db/db.ts'
import type { Actor, Ctx } from '../../http/context.ts'
import {
  areFew,
  arrivals,
  fewHits,
  hitsOf,
  isOfArrivals,
  type MailPlace,
  narrowness,
  ofPlace,
  placeOf,
  type Which,
  which,
} from './which-emails.ts'

/** Of the hits of a search. */
const mostCounted = 10_000

export interface Page {
  readonly after?: string
  readonly pageSize: number
}

interface Place {
  /** None where nothing was found. */
  id: string | null
  at: string
  /** There are more than were looked at, so this is no page. */
  isCut: boolean
}

/**
 * How a page is found. IN_ORDER: in the order of the list. FEW: the hits before they are ordered, up to some thousand, because
 * what is rare, or old alone, would be looked for through all of them. FEW_HELD: all that lies in a mailbox, where that is no
 * more. NEAR: among the first of the list, where most of what lies in a mailbox and most words that stand in many e-mails are near;
 * OF_MAILBOX: among all that lies in it, where it is not; HITS: all hits of a search. ARRIVED: what people wrote, in a mailbox or
 * any, by the narrow rows that the dashboards count.
 */
type Way = 'IN_ORDER' | 'FEW' | 'FEW_HELD' | 'NEAR' | 'OF_MAILBOX' | 'HITS' | 'ARRIVED'
const [near, nearWords] = [1000, 6000]

/** One after the other, until one finds a page: after many hits of a word the first are near. */
function waysTo(filter: EmailFilter): readonly Way[] {
  const { searchTerm, mailboxRef, bin } = filter
  if (isOfArrivals(filter)) return ['ARRIVED']
  if (searchTerm) return mailboxRef ? ['FEW', 'FEW_HELD', 'NEAR', 'OF_MAILBOX'] : ['FEW', 'NEAR', 'HITS']
  if (!mailboxRef) return ['IN_ORDER']
  return narrowness(filter) > 0 || bin ? ['NEAR', 'FEW_HELD', 'FEW', 'OF_MAILBOX'] : ['NEAR', 'OF_MAILBOX']
}

/**
 * The query by which `selectEmails` finds a page, planned for its values. One row more than asked for tells whether there
 * is a next page.
 */
export function pageQuery(
  actor: Actor,
  filter: EmailFilter,
  page: Page,
  { way = waysTo(filter)[0], place }: { way?: Way | undefined; place?: MailPlace | undefined } = {},
) {
  const asked = which(actor, filter, { after: page.after, place })
  const most = sql.lit(page.pageSize + 1)
  const inOrder = sql`order by at desc, id desc limit ${most}`
  const allOf = (query: RawBuilder<unknown>) => sql<Place>`
    with hits as materialized (${query}) ${shownOf(sql`select id, at from hits ${inOrder}`)}`
  switch (way) {
    case 'ARRIVED':
      return shownOf(sql`
        select id, at from (${sql.join(
          arrivals(filter, page.after).map((one) => sql`(${one} ${inOrder})`),
          sql` union all `,
        )}) listed ${inOrder}`)
    case undefined:
    case 'IN_ORDER':
      return shownOf(putTogether(asked, page))
    case 'NEAR':
      return firstNear(asked, most)
    case 'HITS':
      return allOf(hitsOf(asked, [...asked.all, ...asked.common, ...asked.words]))
    case 'OF_MAILBOX':
      return allOf(
        hitsOf(
          asked,
          [...asked.all, ...asked.common, ...asked.words],
          sql`(${ofPlace(place)}) held join email e on e.id = held.email_id`,
        ),
      )
    default: {
      const { parts, hits } = fewHits(way, asked)
      return sql<Place>`
        with ${parts}, page as materialized (${hits} ${inOrder})
        select page.id, page.at::text as at, not ${areFew} as "isCut"
          from (select) one left join page on true order by page.at desc, page.id desc`
    }
  }
}

/** Their instants as texts, which lose nothing; ordered by what they are, for texts are ordered as the database's language has it. */
const shownOf = (listed: RawBuilder<unknown>) =>
  sql<Place>`select id, at::text as at, false as "isCut" from (${listed}) shown order by shown.at desc, shown.id desc`

/** The ids and instants of a page that is found IN_ORDER. */
export const listInOrder = (actor: Actor, filter: EmailFilter, page: Page): RawBuilder<unknown> =>
  putTogether(which(actor, filter, { after: page.after }), page)

/** Each owner and each state has an index in the order of the list; what several have is put together. */
function putTogether(asked: Which, { pageSize }: Page): RawBuilder<unknown> {
  const inOrder = sql`order by at desc, id desc limit ${sql.lit(pageSize + 1)}`
  const lists = asked.lists.map((list) => sql`(${hitsOf(asked, [...list, ...asked.common])} ${inOrder})`)
  return sql`select id, at from (${sql.join(lists, sql` union all `)}) listed ${inOrder}`
}

/**
 * Those of the first of the list that are asked for. The last one that is looked at is answered whatever it is: without it, the list
 * came to its end, and there are no more than were found.
 */
function firstNear(asked: Which, most: RawBuilder<unknown>) {
  const first = sql.lit(asked.words.length > 0 ? nearWords : near)
  const latest = sql`order by at desc, id desc`
  const lists = asked.near.lists.map(
    (list) => sql`(${hitsOf(asked, list, sql`email e`, sql`e.*`)} ${latest} limit ${first})`,
  )
  const isAskedFor = sql.join(
    [sql`true`, ...asked.near.beside, ...asked.common, ...asked.words, ...asked.inPlace],
    sql` and `,
  )
  return sql<Place>`
    with looked as materialized (
      select id, at, is_hit, is_last
        from (select e.id, e.at, (${isAskedFor}) as is_hit, e.is_last
                from (select *, row_number() over (${latest}) = ${first} as is_last
                        from (${sql.join(lists, sql` union all `)}) listed ${latest} limit ${first}) e ${latest} offset 0) one
       where is_hit or is_last ${latest} limit ${most})
    select page.id, page.at::text as at, found.is_cut as "isCut"
      from (select count(*) filter (where is_hit) < ${most} and coalesce(bool_or(is_last), false) as is_cut from looked) found
      left join looked page on page.is_hit order by page.at desc, page.id desc`
}

/** What people have on their screens all day: one index brings it in order, whatever the owner, so that the plan is kept. */
export const isKeptInOrder = (filter: EmailFilter, { after, pageSize }: Page): boolean =>
  waysTo(filter)[0] === 'IN_ORDER' && isOneOfFew(filter) && !after && isKeptPage(pageSize)

const isOneOfFew = (filter: EmailFilter) => {
  const { assigneeRefs = [], state = [], contactRef, kind, receivedFrom, receivedTo, weekday, answered } = filter
  const isOfDays = receivedFrom || receivedTo || weekday
  const isOne = assigneeRefs.length <= 1 && state.length <= 1 && narrowness(filter) <= 1
  return isOne && !contactRef && !kind && !isOfDays && answered === undefined
}

/** The e-mails of a page, in its order, and one more where there are more. */
export async function placesOf(ctx: Ctx, filter: EmailFilter, page: Page): Promise<Found[]> {
  const place = filter.mailboxRef ? await placeOf(ctx.db, filter.mailboxRef) : undefined
  for (const way of waysTo(filter)) {
    const { rows } = await pageQuery(ctx.actor, filter, page, { way, place }).execute(ctx.db)
    if (!rows.some(({ isCut }) => isCut)) return rows.filter((row): row is Found => row.id !== null)
  }
  return []
}
export type Found = Place & { id: string }

/** How many there are on all pages; where a word stands in many they are not counted to their end. */
export async function countPlaces({ db, actor }: Ctx, filter: EmailFilter): Promise<{ count: number; more: boolean }> {
  const place = filter.mailboxRef ? await placeOf(db, filter.mailboxRef) : undefined
  const asked = which(actor, filter, { place })
  // what is few, in the mailbox or beside it, is known without looking at all of the other
  const isNarrow = narrowness(filter) > 0 || filter.bin || filter.searchTerm
  const few = !place || isOfArrivals(filter) ? [] : ([...(isNarrow ? (['FEW'] as const) : []), 'FEW_HELD'] as const)
  for (const way of few) {
    const { parts, hits } = fewHits(way, asked)
    const { rows } = await sql<{ count: number | null }>`
      with ${parts} select case when ${areFew} then (select count(*)::int from (${hits}) hits) end as count`.execute(db)
    const [{ count } = { count: null }] = rows
    if (count !== null) return { count, more: false }
  }
  const held = place && sql`(${ofPlace(place)}) held join email e on e.id = held.email_id`
  const all = hitsOf(asked, [...asked.all, ...asked.common, ...asked.words], held)
  const found = isOfArrivals(filter) ? sql.join(arrivals(filter), sql` union all `) : all
  // planned as all of them, read one by one
  const counted = filter.searchTerm
    ? sql`with found as materialized (${found}) select from found limit ${sql.lit(mostCounted + 1)}`
    : found
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${counted}) counted`.execute(db)
  const { count = 0 } = rows[0] ?? {}
  const more = Boolean(filter.searchTerm) && count > mostCounted
  return { count: more ? mostCounted : count, more }
}

export const cursorOf = (place: Found | undefined): string | null => {
  if (!place) return null
  const [, second = '', fraction = ''] = /^([^.+]+)(?:\.(\d+))?/.exec(place.at) ?? []
  return `${second.replace(' ', 'T')}.${fraction.padEnd(6, '0')}Z_${place.id}`
}
