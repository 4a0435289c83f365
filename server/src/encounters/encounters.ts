import {
  type Encounter,
  type EncounterChange,
  type EncounterFilter,
  type EncounterType,
  isByHand,
  isEmail,
  type NewEncounter,
} from '@glut/contract/encounters'
import { sql } from 'kysely'
import { recordDeparture } from '../history/history.ts'
import type { JsonText } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { cleanHtml } from '../templates/templates.ts'
import {
  lockSeveral,
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

export const listEncounters = (ctx: Ctx, contactId: string, { page, pageSize, ...filter }: EncounterFilter & Page) =>
  selectTimeline(ctx.db, contactId, filter, { page, pageSize })
export const listIds = (ctx: Ctx, contactId: string, filter: EncounterFilter) => selectIds(ctx.db, contactId, filter)
export const listBin = (ctx: Ctx, contactId: string, page: Page): Promise<PageAnswer> =>
  selectBin(ctx.db, contactId, page)
export const edgeOf = (ctx: Ctx, contactId: string, edge: 'min' | 'max') => selectEdge(ctx.db, contactId, edge)
export const countEncounters = (ctx: Ctx, contactId: string) => selectCount(ctx.db, contactId)
export const countByMonth = (ctx: Ctx, contactId: string) => selectMonths(ctx.db, contactId)

/** An encounter in the bin is answered too, with `deletedAtUtc`. Errors: NOT_FOUND. */
export async function getEncounter(ctx: Ctx, id: string): Promise<JsonText<Encounter>> {
  return (await selectEncounter(ctx.db, id)) ?? fail('NOT_FOUND')
}

/**
 * Adds an encounter of any type, for whoever has something to tell of a contact, and answers its id. The description of
 * an e-mail is HTML and is cleaned. Errors: NOT_FOUND and IN_BIN of the contact.
 */
export async function addEncounter(ctx: Ctx, contactId: string, encounter: EncounterFields): Promise<string> {
  await assertContact(ctx, contactId)
  const { id } = await ctx.db
    .insertInto('encounter')
    .values({
      contact_id: contactId,
      ...columnsOf(encounter),
      original_known_since: encounter.originalKnownSince ?? ctx.now.toISOString(),
      created_by: ctx.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type EncounterFields = Pick<NewEncounter, 'encounterType'> & Partial<NewEncounter>

/** Puts HTML below the text of an e-mail, in place of what was put there before. */
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
/** No mail has two rules in a row. */
const added = '<hr /><hr />'

/** Errors: VALIDATION for a type that nobody chooses, NOT_FOUND and IN_BIN of the contact. */
export async function addByHand(ctx: Ctx, contactId: string, encounter: NewEncounter): Promise<JsonText<Encounter>> {
  assertByHand(encounter.encounterType)
  return getEncounter(ctx, await addEncounter(ctx, contactId, encounter))
}

/** Errors: NOT_FOUND, IN_BIN, EMAIL_READ_ONLY, STALE_VERSION with the state saved now, VALIDATION. */
export async function updateEncounter(
  ctx: Ctx,
  contactId: string,
  id: string,
  change: EncounterChange,
): Promise<JsonText<Encounter>> {
  const before = await lockEncounter(ctx, contactId, id)
  if (isEmail(before.type)) fail('EMAIL_READ_ONLY')
  if (before.version !== change.version) {
    fail('STALE_VERSION', { current: JSON.parse((await getEncounter(ctx, id)).text) })
  }
  if (change.encounterType !== before.type) {
    assertByHand(change.encounterType)
    if (before.type === 'VOICE_MEMO') assertByHand(before.type)
  }
  await ctx.db
    .updateTable('encounter')
    .set({
      ...columnsOf(change),
      original_known_since: change.originalKnownSince,
      version: change.version + 1,
      updated_by: ctx.actor.id,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  return getEncounter(ctx, id)
}

// --- bin -----------------------------------------------------------------------------------------------------------

/** Moves encounters to the bin, all or none. Errors: NOT_FOUND. */
export async function removeEncounters(ctx: Ctx, contactId: string, ids: readonly string[]): Promise<undefined> {
  await takeAll(ctx, contactId, ids, 'timeline')
  await setDeleted(ctx, ids, sql`now()`)
}

/** Brings encounters back from the bin, all or none. Errors: NOT_FOUND, IN_BIN of the contact. */
export async function restoreEncounters(ctx: Ctx, contactId: string, ids: readonly string[]): Promise<undefined> {
  await assertContact(ctx, contactId)
  await takeAll(ctx, contactId, ids, 'bin')
  await setDeleted(ctx, ids, null)
}

/** Errors: NOT_FOUND, IN_BIN of the contact. */
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

/** Moves encounters to another contact, all or none. Errors: NOT_FOUND, IN_BIN and VALIDATION of the target. */
export async function moveEncounters(
  ctx: Ctx,
  contactId: string,
  ids: readonly string[],
  target: string,
): Promise<undefined> {
  if (target === contactId) fail('VALIDATION', { fields: [{ path: 'target', invalid: 'otherContact' }] })
  await assertContact(ctx, target)
  await takeAll(ctx, contactId, ids, 'timeline')
  await ctx.db
    .updateTable('encounter')
    .set({ contact_id: target, ...changedNow(ctx) })
    .where('id', 'in', among(ids))
    .execute()
  await recordDeparture(ctx, 'encounter', ids, 'contact_id', [contactId, target])
}

/** Errors: as of `moveEncounters`. */
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

export function assertByHand(type: EncounterType): void {
  if (!isByHand(type)) fail('VALIDATION', { fields: [{ path: 'encounterType', invalid: 'typeByHand' }] })
}

/** Errors: NOT_FOUND, IN_BIN. */
async function assertContact(ctx: Ctx, id: string): Promise<void> {
  const contact = await ctx.db.selectFrom('contact').select('deleted_at').where('id', '=', id).executeTakeFirst()
  if (!contact) fail('NOT_FOUND')
  if (contact.deleted_at) fail('IN_BIN')
}

/** Errors: NOT_FOUND, also when it is another contact's, IN_BIN. */
export async function lockEncounter(ctx: Ctx, contactId: string, id: string) {
  const found = await ctx.db
    .selectFrom('encounter')
    .select(['version', 'encounter_type', 'description', 'deleted_at'])
    .where('id', '=', id)
    .where('contact_id', '=', contactId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) fail('NOT_FOUND')
  if (found.deleted_at) fail('IN_BIN')
  return { version: found.version, type: found.encounter_type as EncounterType, description: found.description }
}

async function takeAll(ctx: Ctx, contactId: string, ids: readonly string[], from: 'timeline' | 'bin'): Promise<void> {
  if ((await lockSeveral(ctx.db, contactId, ids, from)) !== new Set(ids).size) fail('NOT_FOUND')
}

const among = (ids: readonly string[]) => sql<string>`(select unnest(${[...ids]}::uuid[]))`
const changedNow = (ctx: Ctx) => ({
  version: sql<number>`version + 1`,
  updated_by: ctx.actor.id,
  updated_at: sql<string>`now()`,
})

/** What is left out keeps what the row or the table says. */
function columnsOf(encounter: EncounterFields) {
  const { encounterType: type, description, title, duplicate, upstreamId, furtherEmailAddressesToAnswer } = encounter
  return {
    encounter_type: type,
    description: description && isEmail(type) ? cleanHtml(description, { quotes: true }) : description,
    assignee_id: encounter.assigneeRef,
    content_mailings_ddj: encounter.contentMailingsDdj,
    content_mailings_postcard: encounter.contentMailingsPostcard,
    content_mailings_seeds_magazine: encounter.contentMailingsSeedsMagazine,
    title,
    duplicate,
    upstream_id: upstreamId,
    further_email_addresses_to_answer: furtherEmailAddressesToAnswer,
  }
}
