import { sql } from 'kysely'
import {
  type Encounter,
  type EncounterChange,
  type EncounterFilter,
  isEmail,
  type NewEncounter,
} from '#contract/contacts/encounters'
import { preparedStatement, sentAhead } from '../../db/db.ts'
import type { LastQuery } from '../../db/last-query.ts'
import { edited } from '../../db/rows.ts'
import { uuidV7 } from '../../db/uuid-v7.ts'
import { cleanHtml } from '../../files/clean-html.ts'
import type { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { recordDeparture } from '../../together/history/history.ts'
import { notify } from '../../together/notifications/notifications.ts'
import { assertContact, assertEditable, lockContact } from '../contacts.ts'
import {
  among,
  assertAssignee,
  assertByHand,
  assertOutsideCalendar,
  lockEncounter,
  takeAll,
} from './encounter-rules.ts'
import {
  type FoundPage,
  insertForAll,
  type Page,
  type PageAnswer,
  selectBin,
  selectCount,
  selectEdge,
  selectEncounter,
  selectIds,
  selectMonths,
  selectTimeline,
} from './encounters.queries.ts'

export { assertByHand } from './encounter-rules.ts'

export const listEncounters = (ctx: Ctx, contactId: string, { page, pageSize, ...filter }: EncounterFilter & Page) =>
  pageOf(ctx, contactId, selectTimeline(ctx, contactId, filter, { page, pageSize }))
export const listBin = (ctx: Ctx, contactId: string, page: Page) =>
  pageOf(ctx, contactId, selectBin(ctx, contactId, page))
export const listIds = (ctx: Ctx, contactId: string, filter: EncounterFilter) =>
  read(ctx, contactId, selectIds(ctx, contactId, filter), (ids) => ids.length === 0)
export const edgeOf = (ctx: Ctx, contactId: string, edge: 'min' | 'max') =>
  read(ctx, contactId, selectEdge(ctx, contactId, edge), ({ originalKnownSince }) => originalKnownSince === null)
export const countEncounters = (ctx: Ctx, contactId: string) =>
  read(ctx, contactId, selectCount(ctx, contactId), ({ count }) => count === 0)
export const countByMonth = (ctx: Ctx, contactId: string) =>
  read(ctx, contactId, selectMonths(ctx, contactId), (months) => months.length === 0)

async function pageOf(ctx: Ctx, contactId: string, found: Promise<FoundPage>): Promise<PageAnswer> {
  return (await read(ctx, contactId, found, ({ total }) => total === 0)).json
}

/** Checks that the contact exists only if nothing was found for it. Errors: NOT_FOUND, MERGED_MEANWHILE. */
async function read<Answer>(
  ctx: Ctx,
  contactId: string,
  found: Promise<Answer>,
  isEmpty: (answer: Answer) => boolean,
): Promise<Answer> {
  const answer = await found
  if (isEmpty(answer)) await assertContact(ctx, contactId)
  return answer
}

/** Returns an encounter; one in the bin has `deletedAtUtc`. Errors: NOT_FOUND. */
export const getEncounter = (ctx: Ctx, id: string): Promise<JsonText<Encounter>> => selectEncounter(ctx, id).ask(ctx.db)

/**
 * Adds an encounter of any type and returns its id; other slices file their encounters with it. The description of an
 * e-mail is HTML and is sanitised. Errors: NOT_FOUND, MERGED_MEANWHILE and IN_BIN of the contact.
 */
export async function addEncounter(ctx: Ctx, contactId: string, encounter: EncounterFields): Promise<string> {
  await assertEditable(ctx, contactId)
  const id = uuidV7()
  const added = ctx.db
    .insertInto('encounter')
    .values({
      id,
      contact_id: contactId,
      ...columnsOf(encounter),
      original_known_since: encounter.originalKnownSince ?? ctx.now.toISOString(),
      created_by: ctx.actor.id,
    })
    .modifyEnd(preparedStatement)
  await sql`${sentAhead} ${added}`.execute(ctx.db)
  await tellHolders(ctx, contactId, id, encounter)
  return id
}

/**
 * Age in milliseconds above which an encounter causes no notification: its mailbox is new, or it was written down later.
 */
const newsMs = 2 * 24 * 60 * 60_000

/** Notifies assignees of the contact's open flames and projects of a new encounter, unless a flame wrote it. */
async function tellHolders(ctx: Ctx, contactId: string, id: string, encounter: EncounterFields): Promise<void> {
  const { encounterType, originalKnownSince, title, description = '' } = encounter
  const since = originalKnownSince ? new Date(originalKnownSince) : ctx.now
  if (encounterType === 'TASK' || Math.abs(ctx.now.getTime() - since.getTime()) > newsMs) return
  const holdsFlame = sql`
    select f.assignee_id from flame f join dossier d on d.flame_id = f.id
     where d.contact_id = ${contactId} and f.archived_at is null and f.deleted_at is null`
  const holdsProject = sql`
    select p.assignee_id from project p join project_contact concerned on concerned.project_id = p.id
     where concerned.contact_id = ${contactId} and p.archived_at is null and p.deleted_at is null`
  const told = {
    type: 'INTERESTING_ENCOUNTER',
    content: title || description,
    about: { encounter: id },
    once: id,
  } as const
  await notify(ctx, { ...told, to: holdsFlame, standIns: 'FLAME' })
  await notify(ctx, { ...told, to: holdsProject, standIns: 'PROJECT' })
}

type EncounterFields = Pick<NewEncounter, 'encounterType'> & Partial<NewEncounter> & { upstream?: Upstream }

/** The e-mail or the flame that an encounter was made from. */
type Upstream = { readonly emailId: string } | { readonly flameId: string; readonly boardId: string }

/** Adds the same encounter to every contact. */
export const fileForAll = (ctx: Ctx, contactIds: readonly string[], encounter: FiledForAll): Promise<void> =>
  insertForAll(ctx.db, contactIds, { ...encounter, createdBy: actorId(ctx) })
type FiledForAll = Required<Pick<NewEncounter, 'encounterType' | 'originalKnownSince' | 'description'>>

/** Appends HTML to the text of an e-mail encounter and replaces what was appended before. */
export async function retellEmail(ctx: Ctx, id: string, html: string): Promise<void> {
  const { description } = await ctx.db
    .selectFrom('encounter')
    .select('description')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const before = description.lastIndexOf(added)
  const own = before < 0 ? description : description.slice(0, before)
  const told = html ? own + added + cleanHtml(html) : own
  await ctx.db
    .updateTable('encounter')
    .set({ description: told, ...changedNow(ctx) })
    .where('id', '=', id)
    .execute()
}
/** Separator before the appended HTML; e-mails do not contain two rules in a row. */
const added = '<hr /><hr />'

/** Errors: VALIDATION for a type that cannot be chosen or an assignee who cannot sign in, those of `addEncounter`. */
export async function addByHand(
  ctx: Ctx,
  contactId: string,
  encounter: NewEncounter,
): Promise<LastQuery<JsonText<Encounter>>> {
  assertByHand(encounter.encounterType)
  await assertAssignee(ctx, encounter.assigneeRef)
  // With the lock, the later of two identical encounters added at the same moment is recognised as the duplicate.
  await lockContact(ctx, contactId)
  return selectEncounter(ctx, await addEncounter(ctx, contactId, encounter))
}

/**
 * Errors: NOT_FOUND, MOVED_ELSEWHERE, IN_BIN, EMAIL_READ_ONLY, IN_CALENDAR, STALE_VERSION with the saved state,
 * VALIDATION.
 */
export async function updateEncounter(
  ctx: Ctx,
  contactId: string,
  id: string,
  change: EncounterChange,
): Promise<LastQuery<JsonText<Encounter>>> {
  const before = await lockEncounter(ctx, contactId, id)
  if (isEmail(before.type)) fail('EMAIL_READ_ONLY')
  await assertOutsideCalendar(ctx, [id])
  if (before.version !== change.version) {
    fail('STALE_VERSION', { current: (await getEncounter(ctx, id)).value })
  }
  if (change.encounterType !== before.type) {
    assertByHand(change.encounterType)
    if (before.type === 'VOICE_MEMO') assertByHand(before.type)
  }
  if (change.assigneeRef !== before.assigneeId) await assertAssignee(ctx, change.assigneeRef)
  const written = ctx.db
    .updateTable('encounter')
    .set({
      ...columnsOf(change),
      original_known_since: change.originalKnownSince,
      version: change.version + 1,
      updated_by: ctx.actor.id,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .modifyEnd(preparedStatement)
  await sql`${sentAhead} ${written}`.execute(ctx.db)
  return selectEncounter(ctx, id)
}

// --- bin -----------------------------------------------------------------------------------------------------------

/** Moves encounters to the bin, all or none. Errors: NOT_FOUND, MOVED_ELSEWHERE, IN_BIN, IN_CALENDAR while booked. */
export async function removeEncounters(ctx: Ctx, contactId: string, ids: readonly string[]): Promise<undefined> {
  await takeAll(ctx, contactId, ids, 'timeline')
  await assertOutsideCalendar(ctx, ids, 'BOOKED')
  await setDeleted(ctx, ids, sql`now()`)
}

/**
 * Deletes the encounters that a flame wrote; the history of the contact records it. An encounter that somebody edited
 * goes to the bin instead, so that no text is lost.
 */
export async function withdrawEncounters(ctx: Ctx, flameId: string): Promise<void> {
  const told = await ctx.db
    .selectFrom('encounter')
    .select(['id', 'updated_by'])
    .where('flame_id', '=', flameId)
    .where('encounter_type', '=', 'TASK')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .execute()
  const [changed, untouched] = [true, false].map((isChanged) =>
    told.filter(({ updated_by }) => (updated_by !== null) === isChanged).map(({ id }) => id),
  )
  if (changed?.length) await setDeleted(ctx, changed, sql`now()`)
  if (untouched?.length) await ctx.db.deleteFrom('encounter').where('id', 'in', among(untouched)).execute()
}

/** Brings encounters back from the bin, all or none. Errors: NOT_FOUND, MOVED_ELSEWHERE, IN_BIN of the contact. */
export async function restoreEncounters(ctx: Ctx, contactId: string, ids: readonly string[]): Promise<undefined> {
  await assertEditable(ctx, contactId)
  await takeAll(ctx, contactId, ids, 'bin')
  await setDeleted(ctx, ids, null)
}

/** Errors: those of `restoreEncounters`. */
export async function restoreEncounter(ctx: Ctx, contactId: string, id: string): Promise<JsonText<Encounter>> {
  await restoreEncounters(ctx, contactId, [id])
  return getEncounter(ctx, id)
}

async function setDeleted(ctx: Ctx, ids: readonly string[], deletedAt: ReturnType<typeof sql<string>> | null) {
  await ctx.db
    .updateTable('encounter')
    .set({ deleted_at: deletedAt, ...changedNow(ctx) })
    .where('id', 'in', among(ids))
    .execute()
}

// --- moving --------------------------------------------------------------------------------------------------------

/** Moves encounters to another contact, all or none. Errors: NOT_FOUND, MOVED_ELSEWHERE, IN_BIN, VALIDATION. */
export async function moveEncounters(
  ctx: Ctx,
  contactId: string,
  ids: readonly string[],
  target: string,
): Promise<undefined> {
  if (target === contactId) fail('VALIDATION', { fields: [{ path: 'target', invalid: 'otherContact' }] })
  await assertEditable(ctx, target)
  await takeAll(ctx, contactId, ids, 'timeline')
  await ctx.db
    .updateTable('encounter')
    .set({ contact_id: target, ...changedNow(ctx) })
    .where('id', 'in', among(ids))
    .execute()
  await recordDeparture(ctx, 'encounter', ids, 'contact_id', [contactId, target])
}

/** Errors: those of `moveEncounters`. */
export async function moveEncounter(
  ctx: Ctx,
  contactId: string,
  id: string,
  target: string,
): Promise<JsonText<Encounter>> {
  await moveEncounters(ctx, contactId, [id], target)
  return getEncounter(ctx, id)
}

// --- parts of the rules --------------------------------------------------------------------------------------------

const changedNow = (ctx: Ctx) => ({ ...edited, updated_by: ctx.actor.id })

const upstreamColumns = (upstream: Upstream) =>
  'emailId' in upstream
    ? { email_id: upstream.emailId }
    : { flame_id: upstream.flameId, blackboard_id: upstream.boardId, from_flame: true }

/** Returns the columns to write. A field that is left out stays undefined and keeps its saved or default value. */
function columnsOf(encounter: EncounterFields) {
  const { encounterType: type, description, title, duplicate, upstream, furtherEmailAddressesToAnswer } = encounter
  return {
    encounter_type: type,
    description:
      description && isEmail(type) ? cleanHtml(description, { quotes: true, path: 'description' }) : description,
    assignee_id: encounter.assigneeRef,
    content_mailings_ddj: encounter.contentMailingsDdj,
    content_mailings_postcard: encounter.contentMailingsPostcard,
    content_mailings_seeds_magazine: encounter.contentMailingsSeedsMagazine,
    title,
    duplicate,
    ...(upstream && upstreamColumns(upstream)),
    further_email_addresses_to_answer: furtherEmailAddressesToAnswer,
  }
}
