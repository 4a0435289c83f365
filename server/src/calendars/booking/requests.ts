import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dayOf } from '../../db/days.ts'
import type { AppContext, Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { bookingLimits } from './limits.ts'

/** A customer's request for an appointment. */
export interface Request {
  readonly id: string
  readonly slotRef: string
  readonly startUtc: string
  readonly endUtc: string
  readonly holdId: string | null
  readonly person: {
    readonly givenName: string
    readonly surname: string
    readonly emailAddress: string
    readonly phoneNumber: string
  }
  readonly note: string
  readonly appointmentId: string | null
  /** User on whose behalf it was booked. */
  readonly bookedBy: string | null
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Returns the request of a link, locked by default. An unconfirmed link is valid for a day, a confirmed one as long as
 * its appointment exists. Errors: NOT_FOUND.
 */
export async function lockRequest({ db }: Ctx, token: string, locked: 'yes' | 'no' = 'yes'): Promise<Request> {
  const hash = hashOf(token)
  if (locked === 'yes') await sql`select from booking_request where token_hash = ${hash} for update`.execute(db)
  const { rows } = await sql<Request>`
    select r.id, r.slot_id as "slotRef", iso(r.start_at) as "startUtc", iso(coalesce(o.end_at, r.start_at)) as "endUtc",
           r.hold_id as "holdId", r.note, r.appointment_id as "appointmentId", e.created_by as "bookedBy",
           json_build_object('givenName', r.given_name, 'surname', r.surname, 'emailAddress', r.email_address,
                             'phoneNumber', r.phone_number) as person
      from booking_request r
      left join encounter e on e.id = r.appointment_id
      left join lateral (
        select end_at from slot_occurrences(${dayOf(sql`r.start_at`)}, ${dayOf(sql`r.start_at`)}) at
         where at.slot_id = r.slot_id and at.start_at = r.start_at) as o on true
     where r.token_hash = ${hash}
       and (r.appointment_id is not null or r.created_at > now() - make_interval(hours => ${bookingLimits.linkHours}))`.execute(
    db,
  )
  return rows[0] ?? fail('NOT_FOUND')
}

/** Job: deletes unconfirmed requests, and the network addresses of the others. */
export async function forgetOldBookingRequests({ database }: AppContext): Promise<void> {
  const old = sql`created_at < now() - make_interval(hours => ${bookingLimits.linkHours})`
  await sql`delete from booking_request where appointment_id is null and ${old}`.execute(database.kysely)
  await sql`update booking_request set address = '' where address <> '' and ${old}`.execute(database.kysely)
}
