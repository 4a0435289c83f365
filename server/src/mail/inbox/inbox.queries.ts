import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint'
import type { Email, EmailFilter, EmailSummary } from '#contract/mail/emails'
import { allOwners, unassigned } from '#contract/mail/emails'
import type { emailApi } from '#contract/mail/inbox'
import { betweenDays, isWeekday } from '../../db/days.ts'
import { preparedStatement } from '../../db/db.ts'
import type { DB } from '../../db/schema.ts'
import { seesContact } from '../../db/seen.ts'
import { holdsAll } from '../../db/words.ts'
import { JsonText } from '../../http/answers.ts'
import type { Actor, Ctx } from '../../http/context.ts'
import { contactsOf } from '../filing/link-contact.ts'

type Db = Kysely<DB>

/** Counting stops here. */
const mostCounted = 1000
const threadMost = 500

/**
 * E-mails by an array of their ids, each with a `summary` as lists show it. What it shows of other tables is found by key.
 * The plan is the same for any ids, so that each connection keeps it: making it would take as long as the rest.
 */
const summaries = (actor: Actor, ids: RawBuilder<unknown>) => sql`
  unnest(${ids}) with ordinality as page (id, place) join email e on e.id = page.id
  left join contact c on c.id = e.contact_id and ${knows(actor)} and ${seesContact(sql`e.contact_id`, actor)}
  left join outbox o on o.email_id = e.id
  left join mailbox left_by on left_by.id = o.mailbox_id and left_by.deleted_at is null
  left join lateral (
    select f.mailbox_id from mail_source s join mail_folder f on f.id = s.folder_id
      join mailbox b on b.id = f.mailbox_id and b.deleted_at is null
     where s.email_id = e.id order by s.id limit 1) held on true
  cross join lateral (
    select count(*)::int as comments from comment m where m.email_id = e.id and m.deleted_at is null) talk
  cross join lateral (
    select count(*)::int as emails from (
      select from email t where t.thread_id = e.thread_id and t.deleted_at is null limit ${sql.lit(threadMost)}) few) thread
  cross join lateral (select ${shown}) summary`

/** Whose message it is, is told to those who may see that contact. */
const knows = ({ permissions }: Actor) => sql.lit(permissions.has('CONTACT_READ'))

/** Under the names of the contract. */
const shown = sql`
  e.id, e.version, coalesce(held.mailbox_id, left_by.id) as "mailboxRef", e.assignee_id as "assigneeRef",
  c.id as "contactRef", c.full_name as "contactName", e.direction, e.kind, e.state, e.important, e.seen, e.subject,
  json_build_object('name', e.from_name, 'address', e.from_address) as "from", e.to_list as "to", e.preview,
  iso(e.received_at) as "receivedAtUtc", e.attachment_count as "attachmentCount",
  talk.comments as "commentCount", e.thread_id as "threadRef", thread.emails as "threadCount",
  iso(e.answered_at) as "answeredAtUtc", o.state as delivery, iso(e.deleted_at) as "deletedAtUtc"`

// --- lists ---------------------------------------------------------------------------------------------------------

export interface Page {
  readonly after?: string
  readonly pageSize: number
}
type ListAnswer = JsonText<{ emails: EmailSummary[]; next: string | null }>

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
 * is not.
 */
type Way = 'IN_ORDER' | 'FEW' | 'NEAR' | 'OF_MAILBOX'
const mostHits = 4000
const near = 1000

/** One after the other, until one finds a page: after many hits of a word the first are near. */
const waysTo = ({ searchTerm, mailboxRef }: EmailFilter): readonly Way[] => [
  ...(searchTerm ? (['FEW'] as const) : []),
  ...(mailboxRef ? (['NEAR', 'OF_MAILBOX'] as const) : (['IN_ORDER'] as const)),
]

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
    case undefined:
    case 'IN_ORDER': {
      // Each owner and each state has an index in this order; what several have is put together.
      const lists = owners.flatMap((owner) => states.map((one) => sql`(${hits([owner, one, ...words])} ${inOrder})`))
      return sql<Place>`${isOneOfFew(filter) && !position ? preparedStatement : sql``}
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

export async function selectEmails(ctx: Ctx, filter: EmailFilter, page: Page): Promise<ListAnswer> {
  const places = await placesOf(ctx, filter, page)
  const shown = places.slice(0, page.pageSize)
  const next = places.length > shown.length ? cursorOf(shown.at(-1)) : null
  return new JsonText('{"emails":[', await summariesOf(ctx, shown), `],"next":${JSON.stringify(next)}}`)
}

async function placesOf(ctx: Ctx, filter: EmailFilter, page: Page): Promise<Found[]> {
  const place = filter.mailboxRef ? await placeOf(ctx.db, filter.mailboxRef) : undefined
  for (const way of waysTo(filter)) {
    const { rows } = await pageQuery(ctx.actor, filter, page, { way, place }).execute(ctx.db)
    if (!rows.some(({ isCut }) => isCut)) return rows.filter((row): row is Found => row.id !== null)
  }
  return []
}
type Found = Place & { id: string }

async function summariesOf({ db, actor }: Ctx, emails: readonly { readonly id: string }[]): Promise<string> {
  if (emails.length === 0) return ''
  const ids = emails.map(({ id }) => id)
  const { rows } = await summariesQuery(actor, sql`${ids}::uuid[]`).execute(db)
  return rows[0]?.emails ?? ''
}

/** E-mails as lists show them, in the order of their ids. */
export const summariesQuery = (actor: Actor, ids: RawBuilder<unknown>) => sql<{
  emails: string | null
}>`${preparedStatement}
  select string_agg(row_to_json(summary)::text, ',' order by page.place) as emails
    from ${summaries(actor, ids)}`

const cursorOf = (place: Found | undefined): string | null => {
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

/** A condition for each state; `true` for any. */
const inStates = (states: EmailFilter['state'] = []) =>
  states.length === 0 ? [sql`true`] : [...new Set(states)].map((state) => sql`e.state = ${sql.lit(state)}`)

/** The same for each owner. */
const ownedBy = (owners: readonly string[] = []) =>
  owners.length === 0 || owners.includes(allOwners)
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

/** The messages of the e-mail's thread, the first first; itself among them. Undefined for one that is not there. */
export async function selectThread(ctx: Ctx, id: string): Promise<JsonText<EmailSummary[]> | undefined> {
  const ids = sql`array(
    select latest.id from (
      select t.id, t.received_at from email one join email t on t.thread_id = one.thread_id
       where one.id = ${id} and (t.deleted_at is null or t.id = one.id)
       order by t.received_at desc, t.id desc limit ${sql.lit(threadMost)}) latest
     order by latest.received_at, latest.id)`
  const { rows } = await summariesQuery(ctx.actor, ids).execute(ctx.db)
  return rows[0]?.emails ? new JsonText('[', rows[0].emails, ']') : undefined
}

type Counts = AnswerOf<typeof emailApi.counts>

/** Of every user who can sign in, of nobody and of all together. */
export async function selectCounts(db: Db): Promise<Counts> {
  const count = (state: string, owner: RawBuilder<unknown>) => sql`(
    select count(*)::int from (
      select from email e where e.deleted_at is null and e.state = ${sql.lit(state)} and ${owner}
       limit ${sql.lit(mostCounted)}) counted)`
  const both = (owner: RawBuilder<unknown>) =>
    sql`${count('OPEN', owner)} as open, ${count('IN_PROGRESS', owner)} as "inProgress"`
  const { rows } = await sql<Counts[number]>`
    ${preparedStatement} select ${sql.lit(allOwners)} as owner, ${both(sql`true`)}
    union all select ${sql.lit(unassigned)}, ${both(sql`e.assignee_id is null`)}
    union all select u.id::text, ${both(sql`e.assignee_id = u.id`)}
      from app_user u where u.deleted_at is null and not u.disabled`.execute(db)
  return rows
}

// --- one -----------------------------------------------------------------------------------------------------------

export const attachmentJson = sql`json_build_object(
  'id', a.id, 'name', a.name, 'mimeType', a.mime_type, 'sizeByte', a.size_byte, 'inline', a.inline,
  'thumbnail', a.thumbnail_hash is not null)`

const detail = sql`
  'cc', e.cc_list, 'bcc', e.bcc_list, 'replyTo', e.reply_to_list, 'sentAtUtc', iso(e.sent_at),
  'messageId', e.message_id, 'html', coalesce(b.html, ''), 'text', coalesce(b.text, ''),
  'blockedPictures', coalesce(cardinality(b.blocked_pictures), 0), 'parseState', e.parse_state, 'seal', e.seal,
  'attachments', coalesce((
     select json_agg(${attachmentJson} order by a.position) from email_attachment a where a.email_id = e.id), '[]'),
  'invitations', coalesce((
     select json_agg(json_build_object(
       'method', i ->> 'method', 'title', i ->> 'title', 'startsAtUtc', i -> 'startsAt', 'endsAtUtc', i -> 'endsAt',
       'wholeDay', i -> 'wholeDay', 'place', i ->> 'place', 'organiser', i ->> 'organiser',
       'attachmentRef', i ->> 'attachmentId')) from jsonb_array_elements(b.invitations) i), '[]'),
  'bounces', coalesce((
     select json_agg(json_build_object(
       'recipient', r.recipient, 'status', r.status, 'delayed', r.delayed, 'diagnostic', r.diagnostic,
       'originalRef', r.original_id) order by r.recipient)
       from email_bounce r where r.email_id = e.id or r.original_id = e.id), '[]'),
  'encounterRef', (select n.id from encounter n where n.id = e.encounter_id and n.deleted_at is null)`

interface EmailRow {
  summary: string
  detail: string
  from: string
  contact: string | null
  direction: string
}

export async function selectEmail({ db, actor }: Ctx, id: string): Promise<JsonText<Email> | undefined> {
  const { rows } = await sql<EmailRow>`
    ${preparedStatement} select row_to_json(summary)::text as summary, json_build_object(${detail})::text as detail,
           e.from_address as from, e.contact_id as contact, e.direction
      from ${summaries(actor, sql`array[${id}]::uuid[]`)} left join email_body b on b.id = e.id`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const isProposed = row.direction === 'INCOMING' && actor.permissions.has('CONTACT_READ')
  const proposed = isProposed ? await proposedContacts(db, row.from, row.contact) : []
  const json = `${row.summary.slice(0, -1)},${row.detail.slice(1, -1)}`
  return new JsonText(json, `,"proposedContacts":${JSON.stringify(proposed)}}`)
}

/** Whose address it came from, unless that is exactly whom it belongs to. */
async function proposedContacts(db: Db, from: string, contact: string | null): Promise<Email['proposedContacts']> {
  const found = await contactsOf(db, [from])
  if (found.length === 0 || (found.length === 1 && found[0] === contact)) return []
  return db
    .selectFrom('contact')
    .select(['id', 'full_name as fullName'])
    .where('id', 'in', found)
    .orderBy('full_name')
    .execute()
}
