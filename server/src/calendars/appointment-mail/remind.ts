import { sql } from 'kysely'
import { isSameAddress } from '../../contacts/spellings/spellings.ts'
import { codeOf } from '../../db/error-code.ts'
import type { AppContext } from '../../http/context.ts'
import { type Customer, tellCustomer } from './appointment-mail.ts'

const atOnce = 50
/** Errors that need no report: a removed address, or an appointment that changes at this moment. */
const passing = new Set(['VALIDATION', 'STALE_VERSION', 'NOT_FOUND'])

/**
 * Reminds customers who got a confirmation of an appointment that begins soon, once for each time it is moved to; runs
 * with every sweep.
 */
export async function remindOfAppointments(appContext: AppContext): Promise<void> {
  const { rows } = await sql<Customer & { reminded: string[] }>`
    select a.id, m.address, m.sent_by as "sentBy",
           array(select r.address from appointment_mail r
                  where r.appointment_id = a.id and r.kind = 'REMINDER' and r.sequence = a.sequence) as reminded
      from appointment_setting s cross join appointment a
      join encounter e on e.id = a.id and e.deleted_at is null
      join appointment_mail m on m.appointment_id = a.id and m.kind = 'CONFIRMATION' and m.sequence = a.sequence
      join app_user u on u.id = m.sent_by
     where s.reminder_hours > 0 and a.state = 'BOOKED'
       and exists (select from mailbox b where b.id = s.mailbox_id and b.deleted_at is null)
       and a.start_at > now() and a.start_at < now() + make_interval(hours => s.reminder_hours)
       -- who was told a moment ago needs no reminder
       and m.sent_at < a.start_at - make_interval(hours => s.reminder_hours)
     order by a.start_at`.execute(appContext.database.kysely)
  const due = rows.filter(({ address, reminded }) => !reminded.some((one) => isSameAddress(one, address)))
  for (const one of due.slice(0, atOnce)) await remindOf(appContext, one)
}

async function remindOf(appContext: AppContext, due: Customer): Promise<void> {
  try {
    await tellCustomer(appContext, due, 'REMINDER')
  } catch (error) {
    // The next run tries again, until the appointment begins.
    if (!passing.has(codeOf(error) ?? '')) throw error
  }
}
