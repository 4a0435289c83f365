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
 * thousand, because a word that stands in few e-mails, or in old ones alone, would be looked for through all of them. NEAR:
 * among the first of the list, where most of what lies in a mailbox is near; OF_MAILBOX: among all that lies in it, where it
 * is not. ARRIVED: what people wrote, in a mailbox or any, by the narrow rows that the dashboards count.
 */
type Way = 'IN_ORDER' | 'FEW' | 'NEAR' | 'OF_MAILBOX' | 'ARRIVED'
const mostHits = 4000
const near = 1000

/** One after the other, until one finds a page: after many hits of a word the first are near. */
const waysTo = (filter: EmailFilter): readonly Way[] =>
  isOfArrivals(filter)
    ? ['ARRIVED']
    : [
        ...(filter.searchTerm ? (['FEW'] as const) : []),
        ...(filter.mailboxRef ? (['NEAR', 'OF_MAILBOX'] as const) : (['IN_ORDER'] as const)),
      ]

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
  const words = holdsAll(sql`e.search`, searchTerm)
  const inOrder = sql`order by at desc, id desc limit ${sql.lit(page.pageSize + 1)}`
  const [owners, states] = [ownedBy(assigneeRefs), inStates(state)]
  const hits = (more: readonly RawBuilder<unknown>[], from = sql`email e`) => sql`
    select e.id, ${at} as at from ${from} where ${sql.join([...where, ...more], sql` and `)}`
  const anyOf = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`
  const [ofAny, inAny] = [anyOf(owners), anyOf(states)]
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
      // Each owner and each state has an index in this order; what several have is put together.
      const lists = owners.flatMap((owner) => states.map((one) => sql`(${hits([owner, one, ...words])} ${inOrder})`))
      const isKept = isOneOfFew(filter) && !position && isKeptPage(page.pageSize)
      return sql<Place>`${isKept ? preparedStatement : sql``}
        select id, at::text as at, false as "isCut" from (${sql.join(lists, sql` union all `)}) listed ${inOrder}`
    }
    case 'NEAR':
      return sql<Place>`
        with near as materialized (${hits([ofAny, inAny])} order by at desc, id desc limit ${sql.lit(near)}),
        page as materialized (
          select e.id, near.at from near join email e on e.id = near.id
           where ${sql.join([...inPlace(place), ...words], sql` and `)} ${inOrder})
        select page.id, page.at::text as at, n.found <= ${page.pageSize} and n.near = ${near} as "isCut"
          from (select (select count(*) from page) as found, (select count(*) from near) as near) n
          left join page on true order by page.at desc, page.id desc`
    default: {
      const found =
        way === 'FEW'
          ? sql`${hits([ofAny, inAny, ...words, ...inPlace(place)])} limit ${mostHits + 1}`
          : hits([ofAny, inAny, ...words], sql`(${ofPlace(place)}) held join email e on e.id = held.email_id`)
      const isCut = way === 'FEW' ? sql`(select count(*) from hits) > ${mostHits}` : sql`false`
      return sql<Place>`
        with hits as materialized (${found}) select id, at::text as at, ${isCut} as "isCut" from hits ${inOrder}`
    }
  }
}

/** What people have on their screens all day: one index brings it in order, whatever the owner, so that the plan is kept. */
const isOneOfFew = ({ assigneeRefs = [], state = [], contactRef, kind, ...days }: EmailFilter) =>
  assigneeRefs.length <= 1 && state.length <= 1 && !contactRef && !kind && arrivedIn(days).length === 0

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

/** All but the owners, states, words and mailboxes. */
function conditions({ direction, important, contactRef, bin, kind, ...days }: EmailFilter): RawBuilder<unknown>[] {
  const all = [bin ? sql`e.deleted_at is not null` : sql`e.deleted_at is null`]
  if (direction) all.push(sql`e.direction = ${direction}`)
  if (important !== undefined) all.push(important ? sql`e.important` : sql`not e.important`)
  if (contactRef) all.push(sql`e.contact_id = ${contactRef}`)
  if (kind) all.push(sql`e.kind = ${kind}`)
  return [...all, ...arrivedIn(days)]
}

type Arrival = Pick<EmailFilter, 'receivedFrom' | 'receivedTo' | 'weekday' | 'answered'>

/** When they came in, and whether they were answered since. */
const arrivedIn = ({ receivedFrom, receivedTo, weekday, answered }: Arrival): RawBuilder<unknown>[] => [
  ...betweenDays(sql`e.received_at`, receivedFrom, receivedTo),
  ...(weekday ? [isWeekday(sql`e.received_at`, weekday)] : []),
  ...(answered === undefined ? [] : [sql`coalesce(e.answered_at >= e.received_at, false) = ${answered}`]),
]

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

const inPlace = (place: MailPlace | undefined) =>
  place
    ? [
        sql`(exists (select from mail_source s where s.email_id = e.id and s.folder_id = any (${place.folders}::uuid[]))
             or exists (select from outbox left_by where left_by.email_id = e.id and left_by.mailbox_id = ${place.mailbox}))`,
      ]
    : []

/** The same by their ids. */
const ofPlace = (place: MailPlace | undefined) => sql`
  select s.email_id from mail_source s where s.folder_id = any (${place?.folders ?? []}::uuid[]) and s.email_id is not null
  union select email_id from outbox where mailbox_id = ${place?.mailbox ?? null}`
