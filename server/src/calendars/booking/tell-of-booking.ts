import { sql } from 'kysely'
import type { AppContext } from '../../http/context.ts'
import type { JobPayload } from '../../jobs/jobs.ts'
import { tellCustomer } from '../appointment-mail/appointment-mail.ts'

/**
 * Job: confirms to a customer what was booked, moved or cancelled with a link, as staff would. Only where the address is
 * one of the contact: who is known by the phone number alone learns nothing of whom it belongs to.
 */
export async function tellOfBooking(appContext: AppContext, { requestId }: JobPayload<'tellOfBooking'>): Promise<void> {
  const { rows } = await sql<{ id: string; address: string; sentBy: string }>`
    select r.appointment_id as id, r.email_address as address, e.created_by as "sentBy"
      from booking_request r join encounter e on e.id = r.appointment_id and e.deleted_at is null
      join app_user u on u.id = e.created_by
     where r.id = ${requestId} and exists (
       select from email_address m where m.contact_id = e.contact_id and lower(m.address) = lower(r.email_address))`.execute(
    appContext.database.kysely,
  )
  if (rows[0]) await tellCustomer(appContext, rows[0])
}
