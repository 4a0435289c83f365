import { sql } from 'kysely'
import type { Candidate, callApi, PhoneCall } from '#contract/calls/calls'
import type { Encounter } from '#contract/contacts/encounters'
import type { BodyOf } from '#contract/endpoint'
import { addNumberTo } from '../contacts/contacts.ts'
import { addEncounter, getEncounter } from '../contacts/encounters/encounters.ts'
import { lockEach } from '../db/locks.ts'
import type { JsonText } from '../http/answers.ts'
import { type AppContext, actorId, type Ctx, inTransaction, systemActor } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { reached, selectCalls } from './calls.queries.ts'
import { selectCandidates } from './candidates.ts'
import type { RecordedCall } from './tell-of-call.ts'
import { tellOfCall } from './tell-of-call.ts'

/** Upper limit of calls from the past day that are listed. */
const mostOwn = 20

export const listOwnCalls = (ctx: Ctx): Promise<PhoneCall[]> =>
  selectCalls(ctx.db, sql`${reached(actorId(ctx))} and c.created_at > now() - interval '1 day'`, mostOwn)

/** Returns a call that rang at the caller. Errors: NOT_FOUND. */
async function ownCall(ctx: Ctx, id: string): Promise<PhoneCall> {
  const [call] = await selectCalls(ctx.db, sql`c.id = ${id} and ${reached(actorId(ctx))}`, 1)
  return call ?? fail('NOT_FOUND')
}

/** Returns contacts that may be at the other end of a call. Errors: NOT_FOUND. */
export async function listCandidates(ctx: Ctx, id: string): Promise<Candidate[]> {
  const { number, internal } = await ownCall(ctx, id)
  return internal ? [] : selectCandidates(ctx.db, number, ctx.actor.permissions.has('EMAIL_READ'))
}

/** Adds a call's number to a contact and links the two. Errors: NOT_FOUND, IN_BIN, VALIDATION, PHONENUMBER_EXIST. */
export async function addCallersNumber(
  ctx: Ctx,
  id: string,
  { contactRef, type }: BodyOf<typeof callApi.addNumber>,
): Promise<undefined> {
  const { number } = await ownCall(ctx, id)
  await addNumberTo(ctx, contactRef, { type, number })
  await ctx.db.updateTable('phone_call').set({ contact_id: contactRef }).where('id', '=', id).execute()
}

/** Writes a call down as an encounter, unless that exists. Errors: NOT_FOUND, IN_BIN, MERGED_MEANWHILE. */
export async function writeDown(
  ctx: Ctx,
  id: string,
  { contactRef, description }: BodyOf<typeof callApi.addEncounter>,
): Promise<JsonText<Encounter>> {
  await sql`select from phone_call where id = ${id} for update`.execute(ctx.db)
  const { encounterRef, startedUtc } = await ownCall(ctx, id)
  if (encounterRef) return getEncounter(ctx, encounterRef)
  const encounter = await addEncounter(ctx, contactRef, {
    encounterType: 'TELEPHONE',
    originalKnownSince: startedUtc,
    description,
    assigneeRef: actorId(ctx),
  })
  await ctx.db
    .updateTable('phone_call')
    .set({ encounter_id: encounter, contact_id: contactRef })
    .where('id', '=', id)
    .execute()
  return getEncounter(ctx, encounter)
}

/** Calls whose end was never reported: ringing for 3 minutes, or answered 12 hours ago without a message since. */
const lost = sql`outcome is null and case when answered_at is null then started_at < now() - interval '3 minutes'
                                          else greatest(resumed_at, held_at) < now() - interval '12 hours' end`

/** Repair: ends calls whose end was never reported. Each is ended once, however many processes look. */
export async function endLostCalls(appContext: AppContext): Promise<void> {
  const { rowCount } = await appContext.database.pool.query('select from phone_call where outcome is null limit 1')
  if (!rowCount) return
  await inTransaction(appContext, systemActor(), async (ctx) => {
    // a trigger takes the same locks for every call it writes: other transactions with one of these numbers wait
    const { rows: found } = await sql<{ id: string; number: string }>`
      select id, case direction when 'IN' then from_number else to_number end as number from phone_call where ${lost}`.execute(
      ctx.db,
    )
    await lockEach(
      ctx.db,
      'call',
      found.map(({ number }) => number),
    )
    const { rows } = await sql<RecordedCall>`
      update phone_call set outcome = 'LOST', ended_at = case when answered_at is null then now() end
       where ${lost} and id = any (${found.map(({ id }) => id)}::uuid[])
      returning id, direction, state, case direction when 'IN' then from_number else to_number end as number, internal,
                contact_id as "contactId", answered_by_id as "answeredById"`.execute(ctx.db)
    for (const call of rows) await tellOfCall(ctx, call, 0)
  })
}

/** Job: deletes calls, and messages that led to no call, after twelve months. */
export async function forgetOldCalls({ database }: AppContext): Promise<void> {
  for (const table of ['phone_call', 'unused_call_message'] as const) {
    await sql`delete from ${sql.table(table)} where created_at < now() - interval '12 months'`.execute(database.kysely)
  }
}
