import { sql } from 'kysely'
import { isSameAddress } from '../../contacts/spellings/spellings.ts'
import type { AppContext } from '../../http/context.ts'
import type { JobPayload } from '../../jobs/jobs.ts'
import { tellCustomer } from '../appointment-mail/appointment-mail.ts'

/**
 * Job: sends a customer a message about what was booked, moved or cancelled with a link. Only to an address of the
 * contact: a customer who was found by phone number alone must not learn whose number it is.
 */
export async function tellOfBooking(appContext: AppContext, { requestId }: JobPayload<'tellOfBooking'>): Promise<void> {
  const { rows } = await sql<{ id: string; address: string; sentBy: string; known: string[] }>`
    select r.appointment_id as id, r.email_address as address, e.created_by as "sentBy",
           array(select address from email_address where contact_id = e.contact_id) as known
      from booking_request r join encounter e on e.id = r.appointment_id and e.deleted_at is null
      join app_user u on u.id = e.created_by
     where r.id = ${requestId}`.execute(appContext.database.kysely)
  const customer = rows.find(({ address, known }) => known.some((one) => isSameAddress(one, address)))
  if (customer) await tellCustomer(appContext, customer)
}
