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
import { cursorOf, type Found, isKeptInOrder, listInOrder, type Page, placesOf } from './page.queries.ts'
import { knows } from './which-emails.ts'

type Db = Kysely<DB>

/** Limit at which counting stops. */
const mostCounted = 1000
const threadMost = 500

/** Returns the ids of an array with their position. */
const inOrderOf = (ids: RawBuilder<unknown>) =>
  sql`select id, place from unnest(${ids}) with ordinality as page (id, place)`

/**
 * Returns the CTEs that `shownFrom` reads: the stored cards (db/functions/email-cards.sql) of e-mails with their
 * `place`, and the length of their threads, each counted once. Rows are looked up one by one (`offset 0`), because the
 * planner would read whole tables for a page.
 */
const cardsOf = (places: RawBuilder<unknown>) => sql`
  page as materialized (
    select places.place, k.*
      from (${places}) places cross join lateral (select * from email_card where email_id = places.id offset 0) k),
  thread as materialized (
    select one.thread_id, counted.emails
      from (select distinct thread_id from page) one cross join lateral (
        select count(*)::int as emails from (
          select from email t where t.thread_id = one.thread_id and t.deleted_at is null limit ${sql.lit(threadMost)}) few) counted)`

/**
 * Joins the cards of a page with the names of their contacts. The name is not part of the card: it changes
 * independently, and not every user may see it.
 */
const shownFrom = (actor: Actor) => sql`
  page join thread on thread.thread_id = page.thread_id
  cross join (select array(select id from mailbox where deleted_at is null) as ids) mailboxes
  left join lateral (
    select id, full_name from contact
     where id = page.contact_id and ${knows(actor)} and ${seesContact(sql`page.contact_id`, actor)} offset 0) c on true`

/** A row of `shownFrom` as lists show it: JSON without its last brace. */
const summary = sql`concat(
  '{"contactRef":', coalesce(to_json(c.id)::text, 'null'), ',"contactName":', coalesce(to_json(c.full_name)::text, 'null'),
  ',"mailboxRef":', case when page.mailbox_id = any (mailboxes.ids) then to_json(page.mailbox_id)::text else 'null' end,
  ',"threadCount":', thread.emails, ',', page.members)`

// --- lists ---------------------------------------------------------------------------------------------------------

type ListAnswer = JsonText<{ emails: EmailSummary[]; next: string | null }>

export async function selectEmails(ctx: Ctx, filter: EmailFilter, page: Page): Promise<ListAnswer> {
  if (isKeptInOrder(filter, page)) return selectFirst(ctx, filter, page)
  const places = await placesOf(ctx, filter, page)
  const shown = places.slice(0, page.pageSize)
  return listAnswer(await summariesOf(ctx, shown), places.length > shown.length ? shown.at(-1) : undefined)
}

/** Builds the answer; `last` is the last e-mail shown, given if there are more after it. */
const listAnswer = (emails: string, last: Found | undefined): ListAnswer =>
  new JsonText('{"emails":[', emails, `],"next":${JSON.stringify(cursorOf(last))}}`)

/** Finds and reads the page that is on users' screens all day in one round trip. */
async function selectFirst({ db, actor }: Ctx, filter: EmailFilter, page: Page): Promise<ListAnswer> {
  const { rows } = await firstQuery(actor, filter, page).execute(db)
  return listAnswer(rows[0]?.emails ?? '', rows[0]?.last ?? undefined)
}

export function firstQuery(actor: Actor, filter: EmailFilter, page: Page) {
  const size = sql.lit(page.pageSize)
  return sql<{ emails: string | null; last: Found | null }>`${preparedStatement}
    with found as materialized (
      select id, at, row_number() over (order by at desc, id desc) as place from (${listInOrder(actor, filter, page)}) listed),
    ${cardsOf(sql`select id, place from found where place <= ${size}`)}
    select string_agg(${summary} || '}', ',' order by page.place) as emails,
           (select json_build_object('id', id, 'at', at::text) from found
             where place = ${size} and (select count(*) > ${size} from found)) as last
      from ${shownFrom(actor)}`
}

async function summariesOf({ db, actor }: Ctx, emails: readonly { readonly id: string }[]): Promise<string> {
  if (emails.length === 0) return ''
  const { rows } = await emailsByIds(actor, emails).execute(db)
  return rows[0]?.emails ?? ''
}

/** Returns a query for e-mails as lists show them, in this order. */
export const emailsByIds = (actor: Actor, emails: readonly { readonly id: string }[]) =>
  summariesQuery(actor, inOrderOf(sql`${emails.map(({ id }) => id)}::uuid[]`))

/** Query for e-mails as lists show them, in the order of `place`. Each connection keeps its constant plan. */
const summariesQuery = (actor: Actor, places: RawBuilder<unknown>) => sql<{
  emails: string | null
}>`${preparedStatement}
  with ${cardsOf(places)} select string_agg(${summary} || '}', ',' order by page.place) as emails from ${shownFrom(actor)}`

/** Returns the messages of an e-mail's thread including itself, the oldest first; undefined if it does not exist. */
export async function selectThread(ctx: Ctx, id: string): Promise<JsonText<EmailSummary[]> | undefined> {
  const places = sql`
    select latest.id, row_number() over (order by latest.received_at, latest.id) as place from (
      select t.id, t.received_at from email one join email t on t.thread_id = one.thread_id
       where one.id = ${id} and (t.deleted_at is null or t.id = one.id)
       order by t.received_at desc, t.id desc limit ${sql.lit(threadMost)}) latest`
  const { rows } = await summariesQuery(ctx.actor, places).execute(ctx.db)
  return rows[0]?.emails ? new JsonText('[', rows[0].emails, ']') : undefined
}

type Counts = AnswerOf<typeof emailApi.counts>

/** Returns the counts of each user who can sign in, of unassigned e-mails, and of all together. */
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
    ${preparedStatement} with ${cardsOf(inOrderOf(sql`array[${id}]::uuid[]`))}
    select ${summary} as summary, json_build_object(${detail})::text as detail, e.from_address as from, e.contact_id as contact, e.direction
      from ${shownFrom(actor)} join email e on e.id = page.email_id left join email_body b on b.id = e.id`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const isProposed = row.direction === 'INCOMING' && actor.permissions.has('CONTACT_READ')
  const proposed = isProposed ? await proposedContacts(db, row.from, row.contact) : []
  const json = `${row.summary},${row.detail.slice(1, -1)}`
  return new JsonText(json, `,"proposedContacts":${JSON.stringify(proposed)}}`)
}

/** Returns the contacts with the sender's address, unless this is just the contact the e-mail is linked to. */
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
