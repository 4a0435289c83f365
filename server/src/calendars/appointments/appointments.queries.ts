import { type RawBuilder, sql } from 'kysely'
import type { Appointment } from '#contract/calendars/appointments'
import type { Ctx } from '../../http/context.ts'

/**
 * Returns appointments `a` of encounters `e`, without those in the bin or of contacts in the bin. A caller with an
 * access key does not get the contact's name, which would reveal the owner of an e-mail address.
 */
export async function selectAppointments(
  { db, actor }: Ctx,
  which: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`a.start_at, a.id`,
): Promise<Appointment[]> {
  const { rows } = await sql<Appointment>`
    select a.id, e.version, e.contact_id as "contactRef", ${actor.byKey ? sql`''` : sql`c.full_name`} as "contactName", e.title, e.description as note,
           iso(a.start_at) as "startUtc", iso(a.end_at) as "endUtc", a.place, a.state, a.reason, a.slot_id as "slotRef",
           a.participants as "participantRefs", u.username as "createdBy"
      from appointment a
     -- one after the other: taken for many, all encounters would be read
     cross join lateral (
       select version, contact_id, title, description, created_by from encounter
        where id = a.id and deleted_at is null offset 0) e
      join contact c on c.id = e.contact_id
      left join app_user u on u.id = e.created_by
     where c.deleted_at is null and ${which} order by ${order}`.execute(db)
  return rows
}

/** Returns the number of appointments that `selectAppointments` would return. */
export async function countAppointments({ db }: Ctx, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointment a join encounter e on e.id = a.id and e.deleted_at is null
      join contact c on c.id = e.contact_id where c.deleted_at is null and ${which}`.execute(db)
  return rows[0]?.count ?? 0
}
