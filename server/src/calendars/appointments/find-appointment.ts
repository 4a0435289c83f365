import { sql } from 'kysely'
import type { Appointment } from '#contract/calendars/appointments'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { selectAppointments } from './appointments.queries.ts'

/** Condition on encounters `e`: callers with an access key see only what they have booked. */
export const sees = (ctx: Ctx) => (ctx.actor.byKey ? sql`e.created_by = ${actorId(ctx)}` : sql`true`)

/** Returns an appointment. Errors: NOT_FOUND. */
export async function getAppointment(ctx: Ctx, id: string): Promise<Appointment> {
  const [found] = await selectAppointments(ctx, sql`a.id = ${id} and ${sees(ctx)}`)
  return found ?? fail('NOT_FOUND')
}

/** Locks an appointment until the transaction ends; its contact first, so that it is not moved to the bin meanwhile. */
export async function holdAppointment({ db }: Ctx, id: string): Promise<void> {
  await sql`
    select from contact where id = (select contact_id from encounter where id = ${id}) for key share`.execute(db)
  await sql`select from encounter where id = ${id} for update`.execute(db)
}
