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

/**
 * Locks an appointment until the transaction ends; its contact first, so that it is not moved to the bin meanwhile. If
 * the appointment got another contact while this waited, as by a merge, that one is locked.
 */
export async function holdAppointment({ db }: Ctx, id: string): Promise<void> {
  for (;;) {
    const contact = await sql<{ id: string }>`
      select id from contact where id = (select contact_id from encounter where id = ${id}) for key share`.execute(db)
    const contactId = contact.rows[0]?.id ?? null
    const held = await sql`
      select from encounter where id = ${id} and contact_id = ${contactId} for update`.execute(db)
    if (held.rows.length > 0) return
    const { rows } = await sql`select from encounter where id = ${id}`.execute(db)
    if (rows.length === 0) return
  }
}
