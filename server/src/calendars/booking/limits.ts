import { sql } from 'kysely'
import { spellingsOf } from '../../contacts/spellings/spellings.ts'
import { lock } from '../../db/locks.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

/** What customers may do, so that nobody takes every place or has the product write to strangers. */
export const bookingLimits = {
  /** Places that are kept at once. */
  holds: { ofAddress: 3, inAll: 60 },
  /** Links that are sent in an hour. */
  requests: { ofAddress: 6, inAll: 120 },
  /** To one e-mail address in a day; what comes after is answered alike and sends nothing. */
  linksADay: 5,
  /** Appointments to come of one e-mail address. */
  upcoming: 5,
  /** Nobody fills in the form faster. */
  secondsToFill: 3,
  /** So long a place is kept for a link to be opened, and so long the link can be used. */
  keptMinutes: 30,
  linkHours: 24,
} as const
const { holds, requests } = bookingLimits

interface Counted {
  own: number
  all: number
  /** Seconds until there is one less. */
  wait: number
}

/** Errors: TOO_MANY_ATTEMPTS. */
export async function assertFewHolds({ db, actor }: Ctx): Promise<void> {
  await lock(db, 'bookingPage')
  const { rows } = await sql<Counted>`
    select count(*) filter (where address = ${actor.address})::int as own, count(*)::int as all,
           greatest(1, ceil(extract(epoch from min(expires_at) - now())))::int as wait
      from slot_hold where address <> '' and expires_at > now()`.execute(db)
  assertFew(rows[0], holds)
}

/** Errors: TOO_MANY_ATTEMPTS. */
export async function assertFewRequests({ db, actor }: Ctx): Promise<void> {
  const { rows } = await sql<Counted>`
    select count(*) filter (where address = ${actor.address})::int as own, count(*)::int as all,
           greatest(1, ceil(extract(epoch from min(created_at) + interval '1 hour' - now())))::int as wait
      from booking_request where created_at > now() - interval '1 hour'`.execute(db)
  assertFew(rows[0], requests)
}

function assertFew(counted: Counted | undefined, most: { readonly ofAddress: number; readonly inAll: number }): void {
  if (!counted || (counted.own < most.ofAddress && counted.all < most.inAll)) return
  fail('TOO_MANY_ATTEMPTS', { retryAfter: counted.wait })
}

/** Whether one more link may be sent to this address. */
export async function mayWriteTo({ db }: Ctx, emailAddress: string): Promise<boolean> {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from booking_request
     where lower(email_address) = any (${spellingsOf(emailAddress)}::text[]) and created_at > now() - interval '1 day'`.execute(
    db,
  )
  return (rows[0]?.sent ?? 0) < bookingLimits.linksADay
}

/** Errors: BOOKING_LIMIT. */
export async function assertFewUpcoming({ db }: Ctx, emailAddress: string): Promise<void> {
  await lock(db, 'bookingPage')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from booking_request r join appointment a on a.id = r.appointment_id
     where lower(r.email_address) = any (${spellingsOf(emailAddress)}::text[]) and a.state = 'BOOKED' and a.start_at > now()`.execute(
    db,
  )
  const count = bookingLimits.upcoming
  if ((rows[0]?.count ?? 0) >= count) fail('BOOKING_LIMIT', { values: { count } })
}
