import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint'
import type { Email, EmailFilter, EmailSummary } from '#contract/mail/emails'
import { allOwners, unassigned } from '#contract/mail/emails'
import type { emailApi } from '#contract/mail/inbox'
import { preparedStatement } from '../../db/db.ts'
import type { DB } from '../../db/schema.ts'
import { seesContact } from '../../db/seen.ts'
import { JsonText } from '../../http/answers.ts'
import type { Actor, Ctx } from '../../http/context.ts'
import { contactsOf } from '../filing/link-contact.ts'
import { cursorOf, knows, type Page, placesOf } from './page.queries.ts'

type Db = Kysely<DB>

/** Counting stops here. */
const mostCounted = 1000
const threadMost = 500

/**
 * E-mails by an array of their ids, each with a `summary` as lists show it. What it shows of other tables is found by key.
 * The plan is the same for any ids, so that each connection keeps it: making it would take as long as the rest. Where all are
 * of one thread, `thread` says which, and how long it is is counted once.
 */
const summaries = (actor: Actor, ids: RawBuilder<unknown>, thread = sql`e.thread_id`) => sql`
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
      select from email t where t.thread_id = ${thread} and t.deleted_at is null limit ${sql.lit(threadMost)}) few) thread
  cross join lateral (select ${shown}) summary`

/** Under the names of the contract. */
const shown = sql`
  e.id, e.version, coalesce(held.mailbox_id, left_by.id) as "mailboxRef", e.assignee_id as "assigneeRef",
  c.id as "contactRef", c.full_name as "contactName", e.direction, e.kind, e.state, e.important, e.seen, e.subject,
  json_build_object('name', e.from_name, 'address', e.from_address) as "from", e.to_list as "to", e.preview,
  iso(e.received_at) as "receivedAtUtc", e.attachment_count as "attachmentCount",
  talk.comments as "commentCount", e.thread_id as "threadRef", thread.emails as "threadCount",
  iso(e.answered_at) as "answeredAtUtc", o.state as delivery, iso(e.deleted_at) as "deletedAtUtc"`

// --- lists ---------------------------------------------------------------------------------------------------------

type ListAnswer = JsonText<{ emails: EmailSummary[]; next: string | null }>

export async function selectEmails(ctx: Ctx, filter: EmailFilter, page: Page): Promise<ListAnswer> {
  const places = await placesOf(ctx, filter, page)
  const shown = places.slice(0, page.pageSize)
  const next = places.length > shown.length ? cursorOf(shown.at(-1)) : null
  return new JsonText('{"emails":[', await summariesOf(ctx, shown), `],"next":${JSON.stringify(next)}}`)
}

async function summariesOf({ db, actor }: Ctx, emails: readonly { readonly id: string }[]): Promise<string> {
  if (emails.length === 0) return ''
  const ids = emails.map(({ id }) => id)
  const { rows } = await summariesQuery(actor, sql`${ids}::uuid[]`).execute(db)
  return rows[0]?.emails ?? ''
}

/** E-mails as lists show them, in the order of their ids. */
export const summariesQuery = (...given: Parameters<typeof summaries>) => sql<{
  emails: string | null
}>`${preparedStatement}
  select string_agg(row_to_json(summary)::text, ',' order by page.place) as emails
    from ${summaries(...given)}`

/** The messages of the e-mail's thread, the first first; itself among them. Undefined for one that is not there. */
export async function selectThread(ctx: Ctx, id: string): Promise<JsonText<EmailSummary[]> | undefined> {
  const ids = sql`array(
    select latest.id from (
      select t.id, t.received_at from email one join email t on t.thread_id = one.thread_id
       where one.id = ${id} and (t.deleted_at is null or t.id = one.id)
       order by t.received_at desc, t.id desc limit ${sql.lit(threadMost)}) latest
     order by latest.received_at, latest.id)`
  const thread = sql`(select one.thread_id from email one where one.id = ${id})`
  const { rows } = await summariesQuery(ctx.actor, ids, thread).execute(ctx.db)
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
