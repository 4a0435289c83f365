import { sql } from 'kysely'
import type { Appointment, AppointmentChange, appointmentApi } from '#contract/calendars/appointments'
import type { AnswerOf, QueryOf } from '#contract/endpoint'
import { limits } from '#contract/limits'
import { startOfDay } from '../../db/days.ts'
import { edited } from '../../db/rows.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { holidaysIn } from '../holidays/holidays.ts'
import { tellOfAppointment } from '../webhooks/webhooks.ts'
import { countAppointments, selectAppointments } from './appointments.queries.ts'
import { assertParticipants, freeTime, type Time } from './checks.ts'
import { getAppointment, holdAppointment, sees } from './find-appointment.ts'
import { lockPlace } from './slots.ts'

// other functions that slices may use
export { addAppointment } from './add-appointment.ts'
export { getAppointment, holdAppointment } from './find-appointment.ts'
export { holdPlace, listSlots } from './slots.ts'

/** Returns appointments of a span of days, both included, with the cancelled ones. */
export const listAppointments = (
  ctx: Ctx,
  { start, end, userRef }: QueryOf<typeof appointmentApi.list>,
): Promise<Appointment[]> =>
  selectAppointments(
    ctx,
    sql`a.start_at > ${startOfDay(start)} - ${sql.lit(limits.appointments.longestDays)} * interval '1 day'
        and a.start_at < ${startOfDay(end, 1)} and a.end_at > ${startOfDay(start)} and ${sees(ctx)}
        and ${userRef ? sql`${userRef} = any (a.participants)` : sql`true`}`,
  )

const shown = 10

/** Returns what is booked during an absence of a user: some of the appointments, and their number. */
export async function listMeanwhile(
  ctx: Ctx,
  { userRef, fromUtc, untilUtc }: QueryOf<typeof appointmentApi.meanwhile>,
): Promise<AnswerOf<typeof appointmentApi.meanwhile>> {
  const booked = sql`
    a.state = 'BOOKED' and a.participants @> array[${userRef}::uuid] and a.start_at < ${untilUtc} and a.end_at > ${fromUtc}
    and ${sees(ctx)}`
  const appointments = await selectAppointments(ctx, booked, sql`a.start_at, a.id limit ${shown}`)
  if (appointments.length < shown) return { appointments, total: appointments.length }
  return { appointments, total: await countAppointments(ctx, booked) }
}

/** Returns who is absent in a span of days, and its holidays. */
export async function listDays(
  ctx: Ctx,
  { start, end }: QueryOf<typeof appointmentApi.days>,
): Promise<AnswerOf<typeof appointmentApi.days>> {
  type Away = AnswerOf<typeof appointmentApi.days>['away'][number]
  const { rows: away } = await sql<Away>`
    select person_id as "userRef", iso(from_at) as "fromUtc", iso(until_at) as "untilUtc",
           find_stand_in(person_id, 'APPOINTMENT', greatest(from_at, ${startOfDay(start)})) as "standInRef"
      from absence
     where from_at < ${startOfDay(end, 1)} and until_at > ${startOfDay(start)} order by from_at, id`.execute(ctx.db)
  return { holidays: await holidaysIn(ctx, { start, end }), away }
}

/**
 * Moves a booked appointment, or changes its details. Errors: NOT_FOUND, STALE_VERSION with the saved state,
 * APPOINTMENT_STATE, VALIDATION, SLOT_FULL.
 */
export async function updateAppointment(
  ctx: Ctx,
  id: string,
  { version, ...change }: AppointmentChange,
): Promise<Appointment> {
  const before = await lockAppointment(ctx, id, version)
  if (before.state === 'CANCELLED') fail('APPOINTMENT_STATE')
  const time = await newTime(ctx, before, change)
  await assertParticipants(ctx, change.participantRefs, before.participantRefs)
  await ctx.db
    .updateTable('appointment')
    .set({
      start_at: time.startUtc,
      end_at: time.endUtc,
      slot_id: time.slotRef,
      place: change.place,
      participants: change.participantRefs && [...new Set(change.participantRefs)],
      // a missed appointment with a new time is booked again
      state: time.startUtc === before.startUtc ? before.state : 'BOOKED',
      sequence: sql`sequence + 1`,
    })
    .where('id', '=', id)
    .execute()
  await changeEncounter(ctx, id, { title: change.title, description: change.note, original_known_since: time.startUtc })
  const after = await getAppointment(ctx, id)
  if (isMoved(before, after)) await tellOfAppointment(ctx, 'APPOINTMENT_MOVED', after, before)
  return after
}

/** Whether time or slot differ; a missed appointment that gets a new time counts too. */
const isMoved = (before: Appointment, after: Appointment) =>
  before.startUtc !== after.startUtc || before.endUtc !== after.endUtc || before.slotRef !== after.slotRef

async function newTime(ctx: Ctx, before: Appointment, change: Omit<AppointmentChange, 'version'>): Promise<Time> {
  const { startUtc = before.startUtc } = change
  const isSame = startUtc === before.startUtc && (change.endUtc === undefined || change.endUtc === before.endUtc)
  const slotRef = change.slotRef === undefined && isSame ? before.slotRef : (change.slotRef ?? null)
  if (slotRef === before.slotRef && isSame) return before
  if (slotRef) return { ...(await lockPlace(ctx, { slotRef, startUtc })) }
  const length = Date.parse(before.endUtc) - Date.parse(before.startUtc)
  const endUtc = change.endUtc ?? new Date(Date.parse(startUtc) + length).toISOString()
  return freeTime(ctx, startUtc, endUtc)
}

/** Cancels an appointment and frees its place; a second time changes nothing. Errors: NOT_FOUND, APPOINTMENT_STATE. */
export async function cancelAppointment(ctx: Ctx, id: string, reason: string): Promise<Appointment> {
  const before = await lockAppointment(ctx, id)
  if (before.state === 'MISSED') fail('APPOINTMENT_STATE')
  if (before.state === 'CANCELLED') return before
  await setState(ctx, id, 'CANCELLED', reason)
  const cancelled = await getAppointment(ctx, id)
  await tellOfAppointment(ctx, 'APPOINTMENT_CANCELLED', cancelled)
  return cancelled
}

/** Marks an appointment as missed. Errors: NOT_FOUND, STALE_VERSION, APPOINTMENT_STATE if cancelled or not begun. */
export async function missAppointment(ctx: Ctx, id: string, version: number): Promise<Appointment> {
  const before = await lockAppointment(ctx, id, version)
  if (before.state !== 'BOOKED' || Date.parse(before.startUtc) > ctx.now.getTime()) fail('APPOINTMENT_STATE')
  await setState(ctx, id, 'MISSED', '')
  return getAppointment(ctx, id)
}

async function setState(ctx: Ctx, id: string, state: 'CANCELLED' | 'MISSED', reason: string): Promise<void> {
  await ctx.db
    .updateTable('appointment')
    .set({ state, reason, sequence: sql`sequence + 1` })
    .where('id', '=', id)
    .execute()
  await changeEncounter(ctx, id, {})
}

async function lockAppointment(ctx: Ctx, id: string, version?: number): Promise<Appointment> {
  await holdAppointment(ctx, id)
  const found = await getAppointment(ctx, id)
  if (version !== undefined && version !== found.version) fail('STALE_VERSION', { current: found })
  return found
}

interface EncounterColumns {
  title?: string | undefined
  description?: string | undefined
  original_known_since?: string
}

async function changeEncounter(ctx: Ctx, id: string, columns: EncounterColumns): Promise<void> {
  await ctx.db
    .updateTable('encounter')
    .set({ ...columns, ...edited, updated_by: ctx.actor.id })
    .where('id', '=', id)
    .execute()
}
