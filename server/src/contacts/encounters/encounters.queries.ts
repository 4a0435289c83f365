import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Encounter, EncounterFilter, EncounterType } from '#contract/contacts/encounters'
import { limits } from '#contract/limits'
import { startOfDay, zurich } from '../../db/days.ts'
import { isKeptPage, preparedStatement } from '../../db/db.ts'
import { type LastQuery, lastQuery } from '../../db/last-query.ts'
import type { DB } from '../../db/schema.ts'
import { isOfHiddenFlame, seesEncounter, seesKindOf } from '../../db/seen.ts'
import { holdsAll } from '../../db/words.ts'
import { JsonText } from '../../http/answers.ts'
import type { Actor, Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

type Db = Kysely<DB>

/** Id of the e-mail, or `flame#board` with the former board; if that is gone, the present one. */
const upstreamId = sql`coalesce(e.email_id::text, e.flame_id || '#' || coalesce(e.blackboard_id, (
  select s.blackboard_id from flame f join blackboard_step s on s.id = f.step_id where f.id = e.flame_id)))`

/**
 * An encounter as the API shows it. Tables: `e` the encounter, `v` its recording, `a` its appointment, `m` its message
 * with the delivery `o`, `c` and `u` the users who created and changed it.
 */
const encounterJson = sql`json_build_object(
  'id', e.id, 'version', e.version, 'contactRef', e.contact_id, 'encounterType', e.encounter_type, 'title', e.title,
  'originalKnownSince', iso(e.original_known_since), 'createdAtUtc', iso(e.created_at), 'description', e.description,
  'assigneeRef', e.assignee_id, 'createdBy', c.username, 'updatedBy', u.username, 'duplicate', e.duplicate,
  'upstreamId', ${upstreamId}, 'furtherEmailAddressesToAnswer', e.further_email_addresses_to_answer,
  'contentMailingsDdj', e.content_mailings_ddj, 'contentMailingsPostcard', e.content_mailings_postcard,
  'contentMailingsSeedsMagazine', e.content_mailings_seeds_magazine,
  'voiceMemo', case when v.id is not null then json_build_object(
     'seconds', v.seconds, 'transcription', v.transcription, 'reason', v.reason,
     'edited', e.description not in ('', v.transcript)) end,
  'email', case when m.id is not null then json_build_object(
     'preview', m.preview, 'attachmentCount', m.attachment_count, 'state', m.state, 'answeredAtUtc', iso(m.answered_at),
     'delivery', o.state) end,
  'appointment', case when a.id is not null then json_build_object(
     'startUtc', iso(a.start_at), 'endUtc', iso(a.end_at), 'place', a.place, 'state', a.state, 'reason', a.reason,
     'slotRef', a.slot_id, 'participantRefs', a.participants) end,
  'deletedAtUtc', iso(e.deleted_at))`
const joined = sql`
  left join voice_memo v on v.id = e.id
  left join appointment a on a.id = e.id
  left join email m on m.id = e.email_id
  left join outbox o on o.email_id = m.id
  left join app_user c on c.id = e.created_by
  left join app_user u on u.id = e.updated_by`

/** Returns the condition that the caller may see the encounter `e`, in the bin only with the right to delete. */
export const seesAlsoInBin = (actor: Actor): RawBuilder<boolean> =>
  sql`${seesEncounter(actor)} and (e.deleted_at is null or ${actor.permissions.has('ENCOUNTER_DELETE')})`

/**
 * Returns the last query of a call: it reads an encounter, also from the bin for those who may look there. Errors:
 * NOT_FOUND.
 */
export const selectEncounter = ({ actor }: Ctx, id: string): LastQuery<JsonText<Encounter>> =>
  lastQuery(
    sql<{ json: string }>`${preparedStatement}
      select ${encounterJson}::text as json from encounter e ${joined} where e.id = ${id} and ${seesAlsoInBin(actor)}`,
    (row) => new JsonText((row ?? fail('NOT_FOUND')).json),
  )

// --- the timeline --------------------------------------------------------------------------------------------------

export interface Page {
  readonly page: number
  readonly pageSize: number
}
export interface FoundPage {
  readonly total: number
  readonly json: PageAnswer
}
export type PageAnswer = JsonText<{ encounters: Encounter[]; total: number }>

const latestFirst = sql`e.original_known_since desc, e.id desc`

/** Which encounters a page shows and in which order. `hasWords`: the best plan depends on the words searched for. */
interface Listed {
  readonly which: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  readonly hasWords: boolean
  /** If given, each type is read by an index of its own in this order. */
  readonly types?: readonly EncounterType[]
}

/** Returns the filter of a timeline. A search by words finds few rows, so the type is then an ordinary condition. */
export function timelineOf(contactId: string, { encounterType, ...filter }: EncounterFilter): Listed {
  const hasWords = Boolean(filter.searchTerm)
  const types = encounterType && [...new Set(encounterType)]
  return hasWords
    ? { which: timeline(contactId, { ...filter, encounterType }), order: latestFirst, hasWords }
    : { which: timeline(contactId, filter), order: latestFirst, hasWords, types }
}

export const selectTimeline = (ctx: Ctx, contactId: string, filter: EncounterFilter, page: Page): Promise<FoundPage> =>
  pageOf(ctx, timelineOf(contactId, filter), page)

export const selectBin = (ctx: Ctx, contactId: string, page: Page): Promise<FoundPage> => {
  const which = sql`e.contact_id = ${contactId} and e.deleted_at is not null`
  return pageOf(ctx, { which, order: sql`e.deleted_at desc, ${latestFirst}`, hasWords: false }, page)
}

export async function selectIds({ db, actor }: Ctx, contactId: string, filter: EncounterFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from encounter e where ${timeline(contactId, filter)} and ${seesEncounter(actor)}
     order by ${latestFirst} limit ${limits.encounter.atOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Query for the ids of a page, planned for its values. Of each type it reads no more than the page can need. */
export function pageQuery({ which, order, types }: Listed, { page, pageSize }: Page, actor: Actor) {
  const seen = sql`${which} and ${seesEncounter(actor)}`
  const from = types
    ? sql`${each(types)} cross join lateral (
        select e.* from encounter e where e.encounter_type = one.type and ${seen}
         order by ${order} limit ${sql.lit(page * pageSize)}) as e`
    : sql`encounter e where ${seen}`
  return sql<{ id: string }>`
    select e.id from ${from} order by ${order} limit ${sql.lit(pageSize)} offset ${sql.lit((page - 1) * pageSize)}`
}

const each = (types: readonly EncounterType[]) => sql`unnest(${[...types]}::text[]) as one (type)`

/** Query for the ids of a page and the total, planned for its values: the best plan depends on the words or types. */
export function countedQuery(listed: Listed, page: Page, actor: Actor) {
  const { which, types } = listed
  const all = types ? sql`${which} and ${isOfType(types)}` : which
  return sql<{ ids: string[]; total: number }>`
    select array(${pageQuery(listed, page, actor)}) as ids, ${countOf(all, actor)} as total`
}

/** Query that shows a page in the order of the ids, with the total. Prepared, because it joins many tables. */
export const shownQuery = (ids: RawBuilder<unknown>, total: RawBuilder<unknown>) => sql<{
  encounters: string | null
  total: number
}>`${preparedStatement}
  select string_agg(${encounterJson}::text, ',' order by page.place) as encounters, ${total} as total
    from unnest(${ids}) with ordinality as page (id, place) join encounter e on e.id = page.id ${joined}`

/**
 * Returns the count of encounters that the actor may see: counts all by an index and subtracts those of hidden flames.
 * Visibility of a flame is checked row by row, and encounters of flames are few.
 */
export function countOf(which: RawBuilder<unknown>, actor: Actor) {
  const count = (seen: RawBuilder<unknown>) =>
    sql`(select count(*)::int from encounter e where ${which} and ${seesKindOf(actor)} and ${seen})`
  return sql`${count(sql`true`)} - ${count(isOfHiddenFlame(actor))}`
}

async function pageOf({ db, actor }: Ctx, listed: Listed, page: Page): Promise<FoundPage> {
  const [ids, count] = await found(db, listed, page, actor)
  const { rows } = await shownQuery(ids, count).execute(db)
  const { encounters, total = 0 } = rows[0] ?? {}
  return { total, json: new JsonText('{"encounters":[', encounters ?? '', `],"total":${total}}`) }
}

/**
 * Returns the ids of a page and the total as SQL: as values read before, where the best plan depends on the filter, or
 * else as subqueries of the statement that shows the page.
 */
async function found(
  db: Db,
  listed: Listed,
  page: Page,
  actor: Actor,
): Promise<[RawBuilder<unknown>, RawBuilder<unknown>]> {
  if (listed.hasWords || listed.types) {
    const { rows } = await countedQuery(listed, page, actor).execute(db)
    const { ids = [], total = 0 } = rows[0] ?? {}
    return [sql`${ids}::uuid[]`, sql`${total}::int`]
  }
  const count = countOf(listed.which, actor)
  if (page.page === 1 && isKeptPage(page.pageSize)) return [sql`array(${pageQuery(listed, page, actor)})`, count]
  const { rows } = await pageQuery(listed, page, actor).execute(db)
  return [sql`${rows.map(({ id }) => id)}::uuid[]`, count]
}

const isOfType = (types: readonly EncounterType[]) => sql`e.encounter_type = any (${[...types]}::text[])`

const inTimeline = (contactId: string) => sql`e.contact_id = ${contactId} and e.deleted_at is null`
const outsideBin = (contactId: string, actor: Actor) => sql`${inTimeline(contactId)} and ${seesEncounter(actor)}`

function timeline(contactId: string, { searchTerm = '', start, end, encounterType }: EncounterFilter) {
  const all = [inTimeline(contactId), ...holdsAll(sql`e.search`, searchTerm)]
  if (start) all.push(sql`e.original_known_since >= ${startOfDay(start)}`)
  if (end) all.push(sql`e.original_known_since < ${startOfDay(end, 1)}`)
  if (encounterType) all.push(isOfType(encounterType))
  return sql.join(all, sql` and `)
}

// --- figures -------------------------------------------------------------------------------------------------------

export async function selectEdge({ db, actor }: Ctx, contactId: string, edge: 'min' | 'max') {
  const { rows } = await sql<{ originalKnownSince: string | null }>`
    ${preparedStatement} select iso(${sql.raw(edge)}(original_known_since)) as "originalKnownSince" from encounter e
     where ${outsideBin(contactId, actor)}`.execute(db)
  return rows[0] ?? { originalKnownSince: null }
}

export async function selectCount({ db, actor }: Ctx, contactId: string): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    ${preparedStatement} select ${countOf(inTimeline(contactId), actor)} as count`.execute(db)
  return rows[0] ?? { count: 0 }
}

export async function selectMonths({ db, actor }: Ctx, contactId: string): Promise<{ month: string; count: number }[]> {
  const { rows } = await sql<{ month: string; count: number }>`
    ${preparedStatement} select to_char(${zurich(sql`original_known_since`)}, 'YYYY-MM') as month,
           count(*)::int as count
      from encounter e where ${outsideBin(contactId, actor)} group by 1 order by 1`.execute(db)
  return rows
}

// --- changes -------------------------------------------------------------------------------------------------------

/** Locks encounters of the timeline or the bin, ordered by id to avoid deadlocks. Returns how many were locked. */
export async function lockSeveral(
  { db, actor }: Ctx,
  contactId: string,
  ids: readonly string[],
  where: 'timeline' | 'bin',
): Promise<number> {
  const { rows } = await sql`
    select from encounter e where id = any (${[...ids]}::uuid[]) and contact_id = ${contactId}
       and (deleted_at is null) = ${where === 'timeline'} and ${seesEncounter(actor)} order by id for update`.execute(
    db,
  )
  return rows.length
}

/** Adds the same encounter to every contact. */
export async function insertForAll(
  db: Db,
  contactIds: readonly string[],
  encounter: { encounterType: EncounterType; originalKnownSince: string; description: string; createdBy: string },
): Promise<void> {
  const { encounterType, originalKnownSince, description, createdBy } = encounter
  await sql`
    insert into encounter (contact_id, encounter_type, original_known_since, description, assignee_id, created_by)
    select contact_id, ${encounterType}, ${originalKnownSince}::timestamptz, ${description}, ${createdBy}::uuid,
           ${createdBy}::uuid
      from unnest(${[...contactIds]}::uuid[]) as contact_id`.execute(db)
}
