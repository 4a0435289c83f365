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

/** Limit for counting the hits of a search. */
const mostCounted = 10_000

export interface Page {
  readonly after?: string
  readonly pageSize: number
}

interface Place {
  /** Null where nothing was found. */
  id: string | null
  at: string
  /** Whether there are more hits than were read; the rows are then not the page. */
  isCut: boolean
}

/**
 * Ways to find a page.
 * IN_ORDER: walks the order of the list.
 * FEW: collects up to some thousand hits before sorting them; walking the list for something rare or only old would
 * read all of it.
 * FEW_HELD: reads everything in a mailbox, if it is no more than that.
 * NEAR: looks among the first of the list, where most e-mails of a mailbox and most common words are found.
 * OF_MAILBOX: reads everything in a mailbox.
 * HITS: reads all hits of a search.
 * ARRIVED: reads what people wrote, in one or any mailbox, from the narrow table that the dashboards count.
 */
type Way = 'IN_ORDER' | 'FEW' | 'FEW_HELD' | 'NEAR' | 'OF_MAILBOX' | 'HITS' | 'ARRIVED'
const [near, nearWords] = [1000, 6000]

/** Returns the ways to try until one finds a page; of a word with many hits the first are near. */
function waysTo(filter: EmailFilter): readonly Way[] {
  const { searchTerm, mailboxRef, bin } = filter
  if (isOfArrivals(filter)) return ['ARRIVED']
  if (searchTerm) return mailboxRef ? ['FEW', 'FEW_HELD', 'NEAR', 'OF_MAILBOX'] : ['FEW', 'NEAR', 'HITS']
  if (!mailboxRef) return ['IN_ORDER']
  return narrowness(filter) > 0 || bin ? ['NEAR', 'FEW_HELD', 'FEW', 'OF_MAILBOX'] : ['NEAR', 'OF_MAILBOX']
}

/**
 * Returns the query by which `selectEmails` finds a page, planned for its values. It reads one row more than the page,
 * which tells whether there is a next one.
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

/** Returns instants as texts, which lose nothing, sorted as instants: texts sort by the database's locale. */
const shownOf = (listed: RawBuilder<unknown>) =>
  sql<Place>`select id, at::text as at, false as "isCut" from (${listed}) shown order by shown.at desc, shown.id desc`

/** Returns a query for the ids and instants of a page that is found IN_ORDER. */
export const listInOrder = (actor: Actor, filter: EmailFilter, page: Page): RawBuilder<unknown> =>
  putTogether(which(actor, filter, { after: page.after }), page)

/** Merges the lists of each owner and state, each of which has an index in the order of the list. */
function putTogether(asked: Which, { pageSize }: Page): RawBuilder<unknown> {
  const inOrder = sql`order by at desc, id desc limit ${sql.lit(pageSize + 1)}`
  const lists = asked.lists.map((list) => sql`(${hitsOf(asked, [...list, ...asked.common])} ${inOrder})`)
  return sql`select id, at from (${sql.join(lists, sql` union all `)}) listed ${inOrder}`
}

/**
 * Returns the matches among the first of the list. The last row examined is returned even if it does not match: without
 * it, the list ended there, and no more matches exist.
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

/** Whether a page is one that users have on screen all day: a single index serves it in order, so its plan is kept. */
export const isKeptInOrder = (filter: EmailFilter, { after, pageSize }: Page): boolean =>
  waysTo(filter)[0] === 'IN_ORDER' && isOneOfFew(filter) && !after && isKeptPage(pageSize)

const isOneOfFew = (filter: EmailFilter) => {
  const { assigneeRefs = [], state = [], contactRef, kind, receivedFrom, receivedTo, weekday, answered } = filter
  const isOfDays = receivedFrom || receivedTo || weekday
  const isOne = assigneeRefs.length <= 1 && state.length <= 1 && narrowness(filter) <= 1
  return isOne && !contactRef && !kind && !isOfDays && answered === undefined
}

/** Returns the e-mails of a page in order, and one more if there are more. */
export async function placesOf(ctx: Ctx, filter: EmailFilter, page: Page): Promise<Found[]> {
  const place = filter.mailboxRef ? await placeOf(ctx.db, filter.mailboxRef) : undefined
  for (const way of waysTo(filter)) {
    const { rows } = await pageQuery(ctx.actor, filter, page, { way, place }).execute(ctx.db)
    if (!rows.some(({ isCut }) => isCut)) return rows.filter((row): row is Found => row.id !== null)
  }
  return []
}
export type Found = Place & { id: string }

/** Returns the number of e-mails on all pages; the count of a search stops at a limit. */
export async function countPlaces({ db, actor }: Ctx, filter: EmailFilter): Promise<{ count: number; more: boolean }> {
  const place = filter.mailboxRef ? await placeOf(db, filter.mailboxRef) : undefined
  const asked = which(actor, filter, { place })
  // Few hits, in the mailbox or in the search, are counted without reading all of the other.
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
  // Planned for all rows, but read one by one up to the limit.
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
