import { sql } from 'kysely'
import type { appointmentApi, FreeSlot } from '#contract/calendars/appointments'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { limits } from '#contract/limits'
import { dayOf } from '../../db/days.ts'
import { type AppContext, actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

/** One date of a slot; instants in ISO 8601. */
export interface Occurrence {
  readonly slotRef: string
  readonly startUtc: string
  readonly endUtc: string
}

type Named = Pick<Occurrence, 'slotRef' | 'startUtc'>

/** Number of free times that are suggested when one is full, and the days in which they are looked for. */
const named = { count: 5, days: limits.appointments.spanDays }

/** Condition: callers with an access key may book until the lead time before the start, staff until the end. */
const bookable = ({ actor }: Ctx) =>
  actor.byKey ? sql`o.start_at > now() + o.lead_time_hours * interval '1 hour'` : sql`o.end_at > now()`

/** Number of free places; those of expired holds count as free. */
const freeOf = sql`greatest(0, o.capacity - coalesce(d.taken, 0) + (
  select count(*)::int from slot_hold h
   where h.slot_id = o.slot_id and h.start_at = o.start_at and h.expires_at <= now()))`

const from = (first: ReturnType<typeof sql>, last: ReturnType<typeof sql>) => sql`
  from slot_occurrences(${first}, ${last}) o
  left join slot_day d on d.slot_id = o.slot_id and d.start_at = o.start_at`

/** Returns the times of slots in a span of days, both included; with an access key only the bookable ones. */
export async function listSlots(ctx: Ctx, span: QueryOf<typeof appointmentApi.slots>): Promise<FreeSlot[]> {
  const which = ctx.actor.byKey ? bookable(ctx) : sql`true`
  const { rows } = await sql<FreeSlot>`
    select o.slot_id as "slotRef", iso(o.start_at) as "startUtc", iso(o.end_at) as "endUtc", o.capacity,
           ${freeOf}::int as free
      ${from(sql`${span.from}::date`, sql`${span.to}::date`)}
     where ${which} order by o.start_at, o.end_at, o.slot_id`.execute(ctx.db)
  return rows
}

/**
 * Locks a time of a slot for booking, if it has a free place. Errors: VALIDATION where the slot is not offered then or
 * is over, SLOT_FULL with the next free times.
 */
export async function lockPlace(ctx: Ctx, { slotRef, startUtc }: Named): Promise<Occurrence> {
  // its capacity must not be lowered meanwhile
  await sql`select from predefined_time_slot where id = ${slotRef} for share`.execute(ctx.db)
  const day = dayOf(sql`${startUtc}::timestamptz`)
  const { rows } = await sql<Occurrence & { isBookable: boolean }>`
    select o.slot_id as "slotRef", iso(o.start_at) as "startUtc", iso(o.end_at) as "endUtc", ${bookable(ctx)} as "isBookable"
      from slot_occurrences(${day}, ${day}) o where o.slot_id = ${slotRef} and o.start_at = ${startUtc}`.execute(ctx.db)
  const [found] = rows
  if (!found) return fail('VALIDATION', { fields: [{ path: 'startUtc', invalid: 'slotNotOffered' }] })
  if (!found.isBookable) return fail('VALIDATION', { fields: [{ path: 'startUtc', invalid: 'inThePast' }] })
  const { isBookable: _, ...occurrence } = found
  await sql`
    insert into slot_day (slot_id, start_at, capacity, taken)
    select id, ${startUtc}::timestamptz, capacity, 0 from predefined_time_slot where id = ${slotRef}
    on conflict do nothing`.execute(ctx.db)
  await sql`select from slot_day where slot_id = ${slotRef} and start_at = ${startUtc} for update`.execute(ctx.db)
  await sql`
    delete from slot_hold where slot_id = ${slotRef} and start_at = ${startUtc} and expires_at <= now()`.execute(ctx.db)
  const { rows: full } = await sql`
    select from slot_day d join predefined_time_slot s on s.id = d.slot_id
     where d.slot_id = ${slotRef} and d.start_at = ${startUtc} and d.taken >= s.capacity`.execute(ctx.db)
  if (full.length > 0) return fail('SLOT_FULL', { nextFree: await nextFree(ctx, startUtc) })
  return occurrence
}

async function nextFree(ctx: Ctx, startUtc: string): Promise<Occurrence[]> {
  const day = dayOf(sql`${startUtc}::timestamptz`)
  const { rows } = await sql<Occurrence>`
    select o.slot_id as "slotRef", iso(o.start_at) as "startUtc", iso(o.end_at) as "endUtc"
      ${from(day, sql`${day} + ${sql.lit(named.days)}`)}
     where ${bookable(ctx)} and o.start_at >= ${startUtc}::timestamptz and ${freeOf} > 0
     order by o.start_at, o.end_at, o.slot_id limit ${sql.lit(named.count)}`.execute(ctx.db)
  return rows
}

/** Keeps a place for a short time. Errors: as of `lockPlace`. */
export async function holdPlace(
  ctx: Ctx,
  place: BodyOf<typeof appointmentApi.hold>,
): Promise<{ id: string; expiresUtc: string }> {
  await lockPlace(ctx, place)
  const { rows } = await sql<{ id: string; expiresUtc: string }>`
    insert into slot_hold (slot_id, start_at, user_id, expires_at)
    values (${place.slotRef}, ${place.startUtc}, ${actorId(ctx)}, now() + ${limits.appointments.holdMinutes} * interval '1 minute')
    returning id, iso(expires_at) as "expiresUtc"`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}

/** Releases the caller's hold. Errors: NOT_FOUND, also for an expired hold that was deleted already. */
export async function releasePlace(ctx: Ctx, id: string): Promise<undefined> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('slot_hold')
    .where('id', '=', id)
    .where('user_id', '=', actorId(ctx))
    .executeTakeFirst()
  if (numDeletedRows === 0n) fail('NOT_FOUND')
}

/** Deletes the caller's hold on this time, so that its place can be booked. An expired hold guarantees nothing. */
export async function useHold(ctx: Ctx, id: string, { slotRef, startUtc }: Named): Promise<void> {
  await ctx.db
    .deleteFrom('slot_hold')
    .where('id', '=', id)
    .where('user_id', '=', actorId(ctx))
    .where('slot_id', '=', slotRef)
    .where('start_at', '=', startUtc)
    .execute()
}

/** Job: deletes expired holds of slots that nobody books. */
export async function endOldHolds({ database }: AppContext): Promise<void> {
  await sql`delete from slot_hold where expires_at <= now()`.execute(database.kysely)
}
