import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint'
import type { Email, EmailFilter, EmailSummary } from '#contract/mail/inbox'
import { allOwners, type emailApi, unassigned } from '#contract/mail/inbox'
import { planned } from '../../db/db.ts'
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

/** The first mailbox that still holds the e-mail `e`, or that it left by. */
const mailboxOf = sql`coalesce(
  (select f.mailbox_id from mail_source s join mail_folder f on f.id = s.folder_id
     join mailbox b on b.id = f.mailbox_id and b.deleted_at is null
    where s.email_id = e.id order by s.id limit 1),
  (select b.id from mailbox b where b.id = o.mailbox_id and b.deleted_at is null))`

const summary = sql`
  'id', e.id, 'version', e.version, 'mailboxRef', ${mailboxOf}, 'assigneeRef', e.assignee_id,
  'contactRef', c.id, 'contactName', c.full_name, 'direction', e.direction, 'kind', e.kind, 'state', e.state,
  'important', e.important, 'seen', e.seen, 'subject', e.subject,
  'from', json_build_object('name', e.from_name, 'address', e.from_address), 'to', e.to_list, 'preview', e.preview,
  'receivedAtUtc', iso(e.received_at), 'attachmentCount', e.attachment_count,
  'commentCount', (select count(*)::int from comment m where m.email_id = e.id and m.deleted_at is null),
  'threadRef', e.thread_id,
  'threadCount', (select count(*)::int from (
     select from email t where t.thread_id = e.thread_id and t.deleted_at is null limit ${sql.lit(threadMost)}) few),
  'answeredAtUtc', iso(e.answered_at), 'delivery', o.state, 'deletedAtUtc', iso(e.deleted_at)`
/** Whose message it is, is told to those who may see that contact. */
const joined = (actor: Actor) => sql`
  left join contact c on c.id = e.contact_id and ${knows(actor)} and ${seesContact(sql`e.contact_id`, actor)}
  left join outbox o on o.email_id = e.id`
const knows = ({ permissions }: Actor) => sql.lit(permissions.has('CONTACT_READ'))

// --- lists ---------------------------------------------------------------------------------------------------------

export interface Page {
  readonly after?: string
  readonly pageSize: number
}
type ListAnswer = JsonText<{ emails: EmailSummary[]; next: string | null }>

interface Row {
  json: string
  cursor: string
  /** There are more hits than were looked at, so this is no page. */
  isCut: boolean
}

/**
 * The query behind `selectEmails`, for the benchmark. The page is found in an index first; only its own rows are joined
 * and written as JSON. One row more than asked for tells whether there is a next page. The hits of a search are found
 * before they are ordered, up to some thousand of them: a word that stands in few e-mails, or in old ones alone, would be
 * looked for through all of them. With `many` it is, because then the first hits are near.
 */
export function pageQuery(actor: Actor, filter: EmailFilter, { after, pageSize }: Page, many = false) {
  const at = sql.ref(filter.bin ? 'e.deleted_at' : 'e.received_at')
  const position = after === undefined ? undefined : readCursor(after)
  const where = conditions(filter)
  if (filter.contactRef) where.push(knows(actor))
  if (position) where.push(sql`(${at}, e.id) < (${position.at}::timestamptz, ${position.id}::uuid)`)
  const hits = sql`select e.id, ${at} as at from email e where ${sql.join(where, sql` and `)}`
  const isFew = Boolean(filter.searchTerm) && !many
  return sql<Row>`
    ${isFew ? sql`with hits as materialized (${hits} limit ${mostHits + 1})` : sql``}
    select json_build_object(${summary})::text as json,
           to_char(page.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || page.id as cursor,
           ${isFew ? sql`(select count(*) from hits) > ${mostHits}` : sql`false`} as "isCut"
      from (${isFew ? sql`select * from hits` : hits} order by at desc, id desc limit ${pageSize + 1}) page
      join email e on e.id = page.id ${joined(actor)} order by page.at desc, page.id desc`
}
const mostHits = 4000

export async function selectEmails({ db, actor }: Ctx, filter: EmailFilter, page: Page): Promise<ListAnswer> {
  const first = await pageQuery(actor, filter, page).execute(db)
  const isCut = first.rows.some((row) => row.isCut)
  const { rows } = isCut ? await pageQuery(actor, filter, page, true).execute(db) : first
  const shown = rows.slice(0, page.pageSize)
  const next = rows.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null
  const parts = shown.flatMap(({ json }, at) => (at === 0 ? [json] : [',', json]))
  return new JsonText('{"emails":[', ...parts, `],"next":${JSON.stringify(next)}}`)
}

const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f-]{36})$/

/** Undefined for what is no place in the list. */
export function readCursor(after: string): { at: string; id: string } | undefined {
  const [, at, id] = cursorPattern.exec(after) ?? []
  return at && id ? { at, id } : undefined
}

function conditions(filter: EmailFilter): RawBuilder<unknown>[] {
  const { state, direction, important, mailboxRef, contactRef, searchTerm = '', bin } = filter
  const all = [bin ? sql`e.deleted_at is not null` : sql`e.deleted_at is null`, ...ownedBy(filter.assigneeRefs)]
  if (state) all.push(state.length === 1 ? sql`e.state = ${state[0]}` : sql`e.state = any (${state}::text[])`)
  if (direction) all.push(sql`e.direction = ${direction}`)
  if (important !== undefined) all.push(important ? sql`e.important` : sql`not e.important`)
  if (contactRef) all.push(sql`e.contact_id = ${contactRef}`)
  if (mailboxRef) all.push(inMailbox(mailboxRef))
  return [...all, ...holdsAll(sql`e.search`, searchTerm)]
}

function ownedBy(owners: readonly string[] | undefined): RawBuilder<unknown>[] {
  if (!owners || owners.length === 0 || owners.includes(allOwners)) return []
  const users = owners.filter((owner) => owner !== unassigned)
  const one = users.length === 1 ? sql`e.assignee_id = ${users[0]}` : sql`e.assignee_id = any (${users}::uuid[])`
  if (users.length === owners.length) return [one]
  return [users.length === 0 ? sql`e.assignee_id is null` : sql`(e.assignee_id is null or ${one})`]
}

const inMailbox = (id: string) => sql`(
  exists (select from mail_source s join mail_folder f on f.id = s.folder_id
           where s.email_id = e.id and f.mailbox_id = ${id})
  or exists (select from outbox left_by where left_by.email_id = e.id and left_by.mailbox_id = ${id}))`

/** The messages of the e-mail's thread, the first first. */
export async function selectThread({ db, actor }: Ctx, id: string): Promise<JsonText<EmailSummary[]>> {
  const { rows } = await sql<{ emails: string | null }>`
    ${planned} select string_agg(json_build_object(${summary})::text, ',' order by e.received_at, e.id) as emails
      from (select t.id from email one join email t on t.thread_id = one.thread_id
             where one.id = ${id} and (t.deleted_at is null or t.id = one.id)
             order by t.received_at desc, t.id desc limit ${sql.lit(threadMost)}) thread
      join email e on e.id = thread.id ${joined(actor)}`.execute(db)
  return new JsonText('[', rows[0]?.emails ?? '', ']')
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
    ${planned} select ${sql.lit(allOwners)} as owner, ${both(sql`true`)}
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

export async function selectEmail({ db, actor }: Ctx, id: string): Promise<JsonText<Email> | undefined> {
  const { rows } = await sql<{ json: string; from: string; contact: string | null; direction: string }>`
    ${planned} select json_build_object(${summary}, ${detail})::text as json, e.from_address as from,
           e.contact_id as contact, e.direction
      from email e left join email_body b on b.id = e.id ${joined(actor)} where e.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const isProposed = row.direction === 'INCOMING' && actor.permissions.has('CONTACT_READ')
  const proposed = isProposed ? await proposedContacts(db, row.from, row.contact) : []
  return new JsonText(row.json.slice(0, -1), `,"proposedContacts":${JSON.stringify(proposed)}}`)
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
