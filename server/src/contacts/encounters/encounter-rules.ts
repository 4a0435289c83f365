import { sql } from 'kysely'
import { type EncounterType, isByHand } from '#contract/contacts/encounters'
import { seesEncounter } from '../../db/seen.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { refusedWork } from '../../users/users.ts'
import { movedTo } from '../contacts.ts'
import { lockSeveral } from './encounters.queries.ts'

export async function assertAssignee(ctx: Ctx, id: string | null): Promise<void> {
  const invalid = id && (await refusedWork(ctx, id, 'ENCOUNTER'))
  if (invalid) fail('VALIDATION', { fields: [{ path: 'assigneeRef', invalid }] })
}

export function assertByHand(type: EncounterType): void {
  if (!isByHand(type)) fail('VALIDATION', { fields: [{ path: 'encounterType', invalid: 'typeByHand' }] })
}

/** Returns the encounter, locked. Errors: NOT_FOUND, MOVED_ELSEWHERE, IN_BIN. */
export async function lockEncounter(ctx: Ctx, contactId: string, id: string) {
  const found = await ctx.db
    .selectFrom('encounter as e')
    .select(['version', 'encounter_type', 'description', 'assignee_id', 'deleted_at'])
    .where('id', '=', id)
    .where('contact_id', '=', contactId)
    .where(seesEncounter(ctx.actor))
    .forUpdate()
    .executeTakeFirst()
  if (!found) return missing(ctx, contactId, [id])
  if (found.deleted_at) fail('IN_BIN')
  const { version, description, assignee_id: assigneeId } = found
  return { version, type: found.encounter_type, description, assigneeId }
}

/**
 * Throws if one of the encounters is an appointment, which only the calendar may change; with `state`, only for
 * appointments in that state. Errors: IN_CALENDAR.
 */
export async function assertOutsideCalendar(ctx: Ctx, ids: readonly string[], state?: 'BOOKED'): Promise<void> {
  const found = await ctx.db
    .selectFrom('appointment')
    .select('id')
    .where('id', 'in', among(ids))
    .$if(state !== undefined, (query) => query.where('state', '=', 'BOOKED'))
    .executeTakeFirst()
  if (found) fail('IN_CALENDAR')
}

export async function takeAll(
  ctx: Ctx,
  contactId: string,
  ids: readonly string[],
  from: 'timeline' | 'bin',
): Promise<void> {
  if ((await lockSeveral(ctx, contactId, ids, from)) !== new Set(ids).size) {
    await missing(ctx, contactId, ids, from)
  }
}

/** Throws the error that says why the encounters are not all where the caller expects them. */
async function missing(
  ctx: Ctx,
  contactId: string,
  ids: readonly string[],
  from: 'timeline' | 'bin' = 'timeline',
): Promise<never> {
  const { rows } = await sql<{ contactRef: string; binned: boolean }>`
    select contact_id as "contactRef", deleted_at is not null as binned from encounter e
     where id = any (${[...ids]}::uuid[]) and ${seesEncounter(ctx.actor)}`.execute(ctx.db)
  const moved = rows.find(({ contactRef }) => contactRef !== contactId)
  if (moved) return movedTo(ctx, moved.contactRef)
  return fail(from === 'timeline' && rows.some(({ binned }) => binned) ? 'IN_BIN' : 'NOT_FOUND')
}

export const among = (ids: readonly string[]) => sql<string>`(select unnest(${[...ids]}::uuid[]))`
