import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EmailFilter } from '#contract/mail/emails'
import { allOwners, unassigned } from '#contract/mail/emails'
import { betweenDays, isWeekday } from '../../db/days.ts'
import type { DB } from '../../db/schema.ts'
import { holdsAll } from '../../db/words.ts'
import type { Actor } from '../../http/context.ts'

type Db = Kysely<DB>
type Condition = RawBuilder<unknown>

/** Returns the condition that the actor may see the contacts of e-mails. */
export const knows = ({ permissions }: Actor) => sql.lit(permissions.has('CONTACT_READ'))

const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f-]{36})$/

/** Parses a cursor; undefined if it is none. */
export function readCursor(after = ''): { at: string; id: string } | undefined {
  const [, at, id] = cursorPattern.exec(after) ?? []
  return at && id ? { at, id } : undefined
}

/** Whether a filter asks for mail that people wrote only by arrival, mailbox, weekday and whether it was answered. */
export const isOfArrivals = ({ direction, kind, ...filter }: EmailFilter): boolean => {
  const { bin, important, assigneeRefs, state = [], contactRef, searchTerm } = filter
  const isAny = !bin && important === undefined && isAnybody(assigneeRefs) && state.length === 0
  return direction === 'INCOMING' && kind === 'NORMAL' && isAny && !contactRef && !searchTerm
}

/** Conditions of a filter on an e-mail `e`. */
export interface Which {
  /** Sort key of the list. */
  readonly at: RawBuilder<unknown>
  /** One list for each owner and each state, with all filters and the cursor. */
  readonly lists: readonly Condition[][]
  /** The same conditions for a single list. */
  readonly all: readonly Condition[]
  /** Conditions without index, as they hold for most e-mails; checked on what the others find. */
  readonly common: readonly Condition[]
  readonly words: readonly Condition[]
  /** Parts of the list that each have an index in its order, and the conditions to check on their rows. */
  readonly near: { readonly lists: readonly Condition[][]; readonly beside: readonly Condition[] }
  /** Condition that the e-mail is in the mailbox, checked row by row; otherwise the planner reads the whole mailbox. */
  readonly inPlace: readonly Condition[]
  readonly place: MailPlace | undefined
}

export function which(
  actor: Actor,
  filter: EmailFilter,
  { after, place }: { after?: string | undefined; place?: MailPlace | undefined },
): Which {
  const { assigneeRefs, state, searchTerm = '', contactRef, bin, receivedFrom, receivedTo } = filter
  const at = sql.ref(bin ? 'e.deleted_at' : 'e.received_at')
  const position = readCursor(after)
  const base: Condition[] = [
    bin ? sql`e.deleted_at is not null` : sql`e.deleted_at is null`,
    ...betweenDays(sql`e.received_at`, receivedFrom, receivedTo),
    ...(contactRef ? [knows(actor)] : []),
    ...(position ? [sql`(${at}, e.id) < (${position.at}::timestamptz, ${position.id}::uuid)`] : []),
  ]
  const narrow = narrowing(filter).flatMap(({ either }) => either)
  const sides = sidesOf(filter)
  const first = sides.find(({ isInOrder }) => isInOrder)
  const each = ownedBy(assigneeRefs).flatMap((owner) => inStates(state).map((one) => [owner, one]))
  return {
    at,
    lists: each.map((one) => [...base, ...narrow, ...one]),
    all: [...base, ...sides.map(({ either }) => anyOf(either))],
    common: commonConditions(filter),
    words: holdsAll(sql`e.search`, searchTerm),
    near: {
      lists: (first?.either ?? [sql`true`]).map((one) => [...base, one]),
      beside: sides.filter((side) => side !== first).map(({ either }) => anyOf(either)),
    },
    inPlace: inPlace(place),
    place,
  }
}

/** Alternatives of a filter, and whether each of them has an index in the order of the list. */
interface Side {
  readonly either: readonly Condition[]
  readonly isInOrder: boolean
}

/** Returns all filters but days, which any index serves, the most selective first. */
function sidesOf(filter: EmailFilter): Side[] {
  const { assigneeRefs = [], state = [], bin = false } = filter
  const owners = isAnybody(assigneeRefs) ? [] : ownedBy(assigneeRefs)
  const states = state.length === 0 ? [] : inStates(state)
  const isOneIndex = owners.length > 0 && states.length > 0 && !state.includes('CLOSED') && !bin
  const both = owners.flatMap((owner) => states.map((one) => sql`(${owner} and ${one})`))
  const sides: Side[] = [
    ...narrowing(filter),
    ...(isOneIndex
      ? [{ either: both, isInOrder: true }]
      : [
          { either: owners, isInOrder: !bin || !assigneeRefs.includes(unassigned) },
          { either: states, isInOrder: true },
        ]),
  ]
  return sides.filter(({ either }) => either.length > 0)
}

/** Returns the filters other than owners and states. */
function narrowing({ direction, important, contactRef, kind, answered, bin = false }: EmailFilter): Side[] {
  const all: Side[] = []
  const add = (one: Condition, isInOrder = !bin) => all.push({ either: [one], isInOrder })
  if (contactRef) add(sql`e.contact_id = ${contactRef}`)
  if (kind && kind !== 'NORMAL') add(sql`e.kind = ${sql.lit(kind)}`, true)
  if (answered) add(sql`e.answered_at >= e.received_at`)
  if (important) add(sql`e.important`)
  if (direction === 'OUTGOING') add(sql`e.direction = 'OUTGOING'`)
  return all
}

/** Returns in how many ways the list is filtered; if more than one, no index has the result in order. */
export function narrowness(filter: EmailFilter): number {
  const sides = sidesOf(filter)
  return sides.length + (sides.some(({ isInOrder }) => !isInOrder) ? 1 : 0)
}

const anyOf = (either: readonly Condition[]) => sql`(${sql.join(either, sql` or `)})`

function commonConditions({ direction, important, kind, weekday, answered }: EmailFilter): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (direction === 'INCOMING') all.push(sql`e.direction = 'INCOMING'`)
  if (important === false) all.push(sql`not e.important`)
  if (kind === 'NORMAL') all.push(sql`e.kind = 'NORMAL'`)
  if (weekday) all.push(isWeekday(sql`e.received_at`, weekday))
  if (answered === false) all.push(sql`(e.answered_at >= e.received_at) is not true`)
  return all
}

/** Returns queries for mail that people wrote, one per weekday, each with an index in order. */
export function arrivals({ mailboxRef, weekday, answered, ...days }: EmailFilter, after?: string) {
  const position = readCursor(after)
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

/** Returns a condition for each state; `true` for any. */
const inStates = (states: EmailFilter['state'] = []) =>
  states.length === 0 ? [sql`true`] : [...new Set(states)].map((state) => sql`e.state = ${sql.lit(state)}`)

const isAnybody = (owners: readonly string[] = []) => owners.length === 0 || owners.includes(allOwners)

/** Returns a condition for each owner; `true` for any. */
const ownedBy = (owners: readonly string[] = []) =>
  isAnybody(owners)
    ? [sql`true`]
    : [...new Set(owners)].map((owner) =>
        owner === unassigned ? sql`e.assignee_id is null` : sql`e.assignee_id = ${owner}`,
      )

/** A mailbox with the ids of its folders; as values they let the planner estimate how much they contain. */
export interface MailPlace {
  readonly mailbox: string
  readonly folders: readonly string[]
}
export async function placeOf(db: Db, mailbox: string): Promise<MailPlace> {
  const folders = await db.selectFrom('mail_folder').select('id').where('mailbox_id', '=', mailbox).execute()
  return { mailbox, folders: folders.map(({ id }) => id) }
}

const inPlace = (place: MailPlace | undefined) =>
  place
    ? [
        sql`(exists (select from mail_source s where s.email_id = e.id and s.folder_id = any (${place.folders}::uuid[]) offset 0)
             or exists (select from outbox left_by where left_by.email_id = e.id and left_by.mailbox_id = ${place.mailbox} offset 0))`,
      ]
    : []

/** Returns a query for the ids of all e-mails in a mailbox. */
export const ofPlace = (place: MailPlace | undefined) => sql`
  select s.email_id from mail_source s where s.folder_id = any (${place?.folders ?? []}::uuid[]) and s.email_id is not null
  union select email_id from outbox where mailbox_id = ${place?.mailbox ?? null}`

/** Returns a query for these ids up to `mostHits + 1` per source; some may occur twice. */
const fewOfPlace = (place: MailPlace | undefined) => sql`
  select email_id from (
    (select s.email_id from mail_source s where s.folder_id = any (${place?.folders ?? []}::uuid[]) and s.email_id is not null
      limit ${mostHits + 1})
    union all
    (select email_id from outbox where mailbox_id = ${place?.mailbox ?? null} limit ${mostHits + 1})) held`

/** Largest number of hits that are read before they are sorted or counted. */
const mostHits = 4000

/** Condition that `fewHits` found at most `mostHits`; of more only the number is used. */
export const areFew = sql`(select count(*) from found) <= ${sql.lit(mostHits)}`

/** Returns e-mails with the sort key of the list. */
export const hitsOf = (
  { at }: Which,
  conditions: readonly Condition[],
  from = sql`email e`,
  columns = sql`e.id`,
) => sql`
  select ${columns}, ${at} as at from ${from} where ${sql.join([...conditions], sql` and `)}`

/** Returns a search for few hits, or for hits in a small mailbox: parts of a `with`, and the hits. */
export function fewHits(
  way: 'FEW' | 'FEW_HELD',
  asked: Which,
): { parts: RawBuilder<unknown>; hits: RawBuilder<unknown> } {
  const { all, common, words, place } = asked
  if (way === 'FEW_HELD') {
    const isHeld = sql`e.id = any (array(select email_id from found where ${areFew}))`
    return {
      parts: sql`found as materialized (${fewOfPlace(place)})`,
      hits: hitsOf(asked, [isHeld, ...all, ...common, ...words]),
    }
  }
  const columns = sql`e.id, e.received_at, e.deleted_at, e.direction, e.important, e.kind, e.answered_at`
  return {
    // Planned for all rows, but read one by one up to the limit.
    parts: sql`
      every as materialized (select ${columns} from email e where ${sql.join([...all, ...words], sql` and `)}),
      found as materialized (select * from every limit ${sql.lit(mostHits + 1)})`,
    hits: hitsOf(asked, [areFew, ...common, ...asked.inPlace], sql`found e`),
  }
}
