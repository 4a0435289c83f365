import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EmailFilter } from '#contract/mail/emails'
import { allOwners, unassigned } from '#contract/mail/emails'
import { betweenDays, isWeekday } from '../../db/days.ts'
import { isKeptPage, preparedStatement } from '../../db/db.ts'
import type { DB } from '../../db/schema.ts'
import { holdsAll } from '../../db/words.ts'
import type { Actor, Ctx } from '../../http/context.ts'

type Db = Kysely<DB>

/** Whose message it is, is told to those who may see that contact. */
export const knows = ({ permissions }: Actor) => sql.lit(permissions.has('CONTACT_READ'))

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
 * How a page is found. IN_ORDER: in the order of the list. FEW: the hits of a search before they are ordered, up to some
 * thousand, because a word that stands in few e-mails, or in old ones alone, would be looked for through all of them. FEW_HELD:
 * all that lies in a mailbox, where that is no more. NEAR: among the first of the list, where most of what lies in a mailbox and
 * most words that stand in many e-mails are near; OF_MAILBOX: among all that lies in it, where it is not; HITS: all hits of a
 * search. ARRIVED: what people wrote, in a mailbox or any, by the narrow rows that the dashboards count.
 */
type Way = 'IN_ORDER' | 'FEW' | 'FEW_HELD' | 'NEAR' | 'OF_MAILBOX' | 'HITS' | 'ARRIVED'
const mostHits = 4000
const [near, nearWords] = [1000, 6000]

/** One after the other, until one finds a page: after many hits of a word the first are near. */
function waysTo(filter: EmailFilter): readonly Way[] {
  const { searchTerm, mailboxRef } = filter
  if (isOfArrivals(filter)) return ['ARRIVED']
  if (searchTerm) return mailboxRef ? ['FEW', 'FEW_HELD', 'NEAR', 'OF_MAILBOX'] : ['FEW', 'NEAR', 'HITS']
  return mailboxRef ? ['NEAR', 'OF_MAILBOX'] : ['IN_ORDER']
}

/** What people wrote, asked for by when it came in, where, and whether it was answered, and by nothing else. */
const isOfArrivals = ({ direction, kind, ...filter }: EmailFilter) => {
  const { bin, important, assigneeRefs, state = [], contactRef, searchTerm } = filter
  const isAny = !bin && important === undefined && isAnybody(assigneeRefs) && state.length === 0
  return direction === 'INCOMING' && kind === 'NORMAL' && isAny && !contactRef && !searchTerm
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
  const { assigneeRefs, state, searchTerm = '', contactRef, bin } = filter
  const position = page.after === undefined ? undefined : readCursor(page.after)
  const at = sql.ref(bin ? 'e.deleted_at' : 'e.received_at')
  const where = conditions(filter)
  if (contactRef) where.push(knows(actor))
  if (position) where.push(sql`(${at}, e.id) < (${position.at}::timestamptz, ${position.id}::uuid)`)
  const others = commonConditions(filter)
  const words = holdsAll(sql`e.search`, searchTerm)
  const most = sql.lit(page.pageSize + 1)
  const inOrder = sql`order by at desc, id desc limit ${most}`
  const [owners, states] = [ownedBy(assigneeRefs), inStates(state)]
  const ofAny = sql`(${sql.join(owners, sql` or `)})`
  const inAny = sql`(${sql.join(states, sql` or `)})`
  const all = [...where, ofAny, inAny]
  const hits = (which: readonly RawBuilder<unknown>[], from = sql`email e`) => sql`
    select e.id, ${at} as at from ${from} where ${sql.join(which, sql` and `)}`
  // Each owner and each state has an index in the order of the list; what several have is put together.
  const lists = (listOf: (which: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>) =>
    sql.join(
      owners.flatMap((owner) => states.map((one) => sql`(${listOf([...where, owner, one])} ${inOrder})`)),
      sql` union all `,
    )
  switch (way) {
    case 'ARRIVED':
      return sql<Place>`
        select id, at::text as at, false as "isCut"
          from (${sql.join(
            arrivals(filter, position).map((one) => sql`(${one} ${inOrder})`),
            sql` union all `,
          )}) listed ${inOrder}`
    case undefined:
    case 'IN_ORDER': {
      const isKept = isOneOfFew(filter) && !position && isKeptPage(page.pageSize)
      return sql<Place>`${isKept ? preparedStatement : sql``}
        select id, at::text as at, false as "isCut" from (${lists((which) => hits([...which, ...others]))}) listed ${inOrder}`
    }
    case 'NEAR': {
      const first = sql.lit(words.length > 0 ? nearWords : near)
      const which = [...others, ...words, ...inPlace(place)]
      const listOf = (list: readonly RawBuilder<unknown>[]) =>
        hits(
          which,
          sql`(select e.* from email e where ${sql.join(list, sql` and `)} order by ${at} desc, id desc limit ${first}) e`,
        )
      // Whether there are more behind them is not known.
      return sql<Place>`
        with page as materialized (select * from (${lists(listOf)}) listed ${inOrder})
        select page.id, page.at::text as at, found.count < ${most} as "isCut"
          from (select count(*) from page) found left join page on true order by page.at desc, page.id desc`
    }
    case 'HITS':
      return sql<Place>`
        with hits as materialized (${hits([...all, ...others, ...words])})
        select id, at::text as at, false as "isCut" from hits ${inOrder}`
    case 'OF_MAILBOX': {
      const held = sql`(${ofPlace(place)}) held join email e on e.id = held.email_id`
      return sql<Place>`
        with hits as materialized (${hits([...all, ...others, ...words], held)})
        select id, at::text as at, false as "isCut" from hits ${inOrder}`
    }
    default: {
      // Of too many nothing is looked at but how many they are.
      const areFew = sql`(select count(*) from found) <= ${mostHits}`
      const [found, those] =
        way === 'FEW'
          ? [
              // planned as all of them, read one by one
              sql`select * from every limit ${mostHits + 1}`,
              hits([areFew, ...others, ...inPlace(place)], sql`found e`),
            ]
          : [
              fewOfPlace(place),
              hits([sql`e.id = any (array(select email_id from found where ${areFew}))`, ...all, ...others, ...words]),
            ]
      const every = sql`
        select e.id, e.received_at, e.deleted_at, e.direction, e.important, e.kind, e.answered_at
          from email e where ${sql.join([...all, ...words], sql` and `)}`
      return sql<Place>`
        with ${way === 'FEW' ? sql`every as materialized (${every}),` : sql``} found as materialized (${found}), page as materialized (${those} ${inOrder})
        select page.id, page.at::text as at, not ${areFew} as "isCut"
          from (select) one left join page on true order by page.at desc, page.id desc`
    }
  }
}

/** What people have on their screens all day: one index brings it in order, whatever the owner, so that the plan is kept. */
const isOneOfFew = (filter: EmailFilter) => {
  const { assigneeRefs = [], state = [], contactRef, kind, receivedFrom, receivedTo, weekday, answered } = filter
  const isOfDays = receivedFrom || receivedTo || weekday
  return assigneeRefs.length <= 1 && state.length <= 1 && !contactRef && !kind && !isOfDays && answered === undefined
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

/** How many there are, on all pages. */
export async function countPlaces({ db, actor }: Ctx, filter: EmailFilter): Promise<number> {
  const { assigneeRefs, state, searchTerm = '', contactRef, mailboxRef } = filter
  const ofPeople = () => sql`(${sql.join(arrivals(filter), sql` union all `)}) e`
  const from = mailboxRef
    ? sql`(${ofPlace(await placeOf(db, mailboxRef))}) held join email e on e.id = held.email_id`
    : sql`email e`
  const which = [
    ...conditions(filter),
    ...commonConditions(filter),
    ...(contactRef ? [knows(actor)] : []),
    sql`(${sql.join(ownedBy(assigneeRefs), sql` or `)})`,
    sql`(${sql.join(inStates(state), sql` or `)})`,
    ...holdsAll(sql`e.search`, searchTerm),
  ]
  const found = isOfArrivals(filter) ? ofPeople() : sql`${from} where ${sql.join(which, sql` and `)}`
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${found}`.execute(db)
  return rows[0]?.count ?? 0
}

export const cursorOf = (place: Found | undefined): string | null => {
  if (!place) return null
  const [, second = '', fraction = ''] = /^([^.+]+)(?:\.(\d+))?/.exec(place.at) ?? []
  return `${second.replace(' ', 'T')}.${fraction.padEnd(6, '0')}Z_${place.id}`
}

const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f-]{36})$/

/** Undefined for what is no place in the list. */
export function readCursor(after: string): { at: string; id: string } | undefined {
  const [, at, id] = cursorPattern.exec(after) ?? []
  return at && id ? { at, id } : undefined
}

/** All but the owners, states, words and mailboxes, and those that hold for most e-mails. */
function conditions({ direction, important, contactRef, bin, kind, ...days }: EmailFilter): RawBuilder<unknown>[] {
  const all = [bin ? sql`e.deleted_at is not null` : sql`e.deleted_at is null`]
  if (direction === 'OUTGOING') all.push(sql`e.direction = 'OUTGOING'`)
  if (important) all.push(sql`e.important`)
  if (contactRef) all.push(sql`e.contact_id = ${contactRef}`)
  if (kind && kind !== 'NORMAL') all.push(sql`e.kind = ${sql.lit(kind)}`)
  if (days.answered) all.push(sql`e.answered_at >= e.received_at`)
  return [...all, ...betweenDays(sql`e.received_at`, days.receivedFrom, days.receivedTo)]
}

/** Those for which there is no index: whoever looks for a word does not find fewer by them. */
function commonConditions({ direction, important, kind, weekday, answered }: EmailFilter): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (direction === 'INCOMING') all.push(sql`e.direction = 'INCOMING'`)
  if (important === false) all.push(sql`not e.important`)
  if (kind === 'NORMAL') all.push(sql`e.kind = 'NORMAL'`)
  if (weekday) all.push(isWeekday(sql`e.received_at`, weekday))
  if (answered === false) all.push(sql`(e.answered_at >= e.received_at) is not true`)
  return all
}

/** For each weekday, of which an index has them in order. */
function arrivals({ mailboxRef, weekday, answered, ...days }: EmailFilter, position?: { at: string; id: string }) {
  const all = [
    sql`written`,
    mailboxRef ? sql`mailbox_id = ${mailboxRef}` : sql`mailbox_id is null`,
    ...betweenDays(sql`received_at`, days.receivedFrom, days.receivedTo),
    ...(answered === undefined ? [] : [answered ? sql`minutes is not null` : sql`minutes is null`]),
    ...(position ? [sql`(received_at, email_id) < (${position.at}::timestamptz, ${position.id}::uuid)`] : []),
  ]
  return (weekday ? [weekday] : weekdays).map(
    (one) => sql`
      select email_id as id, received_at as at from email_arrival
       where weekday = ${sql.lit(one)} and ${sql.join(all, sql` and `)}`,
  )
}
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** A condition for each state; `true` for any. */
const inStates = (states: EmailFilter['state'] = []) =>
  states.length === 0 ? [sql`true`] : [...new Set(states)].map((state) => sql`e.state = ${sql.lit(state)}`)

const isAnybody = (owners: readonly string[] = []) => owners.length === 0 || owners.includes(allOwners)

/** The same for each owner. */
const ownedBy = (owners: readonly string[] = []) =>
  isAnybody(owners)
    ? [sql`true`]
    : [...new Set(owners)].map((owner) =>
        owner === unassigned ? sql`e.assignee_id is null` : sql`e.assignee_id = ${owner}`,
      )

/** A mailbox with its folders, by their ids, so that it is known how much lies in them. */
interface MailPlace {
  readonly mailbox: string
  readonly folders: readonly string[]
}
async function placeOf(db: Db, mailbox: string): Promise<MailPlace> {
  const folders = await db.selectFrom('mail_folder').select('id').where('mailbox_id', '=', mailbox).execute()
  return { mailbox, folders: folders.map(({ id }) => id) }
}

/** Asked of each e-mail by itself: the planner would rather read all that lies there. */
const inPlace = (place: MailPlace | undefined) =>
  place
    ? [
        sql`(exists (select from mail_source s where s.email_id = e.id and s.folder_id = any (${place.folders}::uuid[]) offset 0)
             or exists (select from outbox left_by where left_by.email_id = e.id and left_by.mailbox_id = ${place.mailbox} offset 0))`,
      ]
    : []

/** The same by their ids. */
const ofPlace = (place: MailPlace | undefined) => sql`
  select s.email_id from mail_source s where s.folder_id = any (${place?.folders ?? []}::uuid[]) and s.email_id is not null
  union select email_id from outbox where mailbox_id = ${place?.mailbox ?? null}`

/** The same up to one more than some thousand, some of them twice. */
const fewOfPlace = (place: MailPlace | undefined) => sql`
  select email_id from (
    (select s.email_id from mail_source s where s.folder_id = any (${place?.folders ?? []}::uuid[]) and s.email_id is not null
      limit ${mostHits + 1})
    union all
    (select email_id from outbox where mailbox_id = ${place?.mailbox ?? null} limit ${mostHits + 1})) held`
