import { sql } from 'kysely'
import { spellingsOf } from '../../contacts/spellings/spellings.ts'
import { lock } from '../../db/locks.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

/** Limits for customers, so that nobody takes every place or makes the product write to strangers. */
export const bookingLimits = {
  /** Places held at the same time. */
  holds: { ofAddress: 3, inAll: 60 },
  /** Links sent within an hour. */
  requests: { ofAddress: 6, inAll: 120 },
  /** Links to one e-mail address within a day; further requests get the same answer, but no link. */
  linksADay: 5,
  /** Future appointments of one e-mail address. */
  upcoming: 5,
  /** No person fills in the form faster. */
  secondsToFill: 3,
  /** How long a place is kept for its link to be opened, and how long the link can be used. */
  keptMinutes: 30,
  linkHours: 24,
} as const
const { holds, requests } = bookingLimits

interface Counted {
  own: number
  all: number
  /** Seconds until the number decreases by one. */
  wait: number
}

/** Throws if too many places are held. Errors: TOO_MANY_ATTEMPTS. */
export async function assertFewHolds({ db, actor }: Ctx): Promise<void> {
  await lock(db, 'bookingPage')
  const { rows } = await sql<Counted>`
    select count(*) filter (where address = ${actor.address})::int as own, count(*)::int as all,
           greatest(1, ceil(extract(epoch from min(expires_at) - now())))::int as wait
      from slot_hold where address <> '' and expires_at > now()`.execute(db)
  assertFew(rows[0], holds)
}

/** Throws after too many requests within an hour. Errors: TOO_MANY_ATTEMPTS. */
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

/** Returns whether another link may be sent to this address. */
export async function mayWriteTo({ db }: Ctx, emailAddress: string): Promise<boolean> {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from booking_request
     where lower(email_address) = any (${spellingsOf(emailAddress)}::text[]) and created_at > now() - interval '1 day'`.execute(
    db,
  )
  return (rows[0]?.sent ?? 0) < bookingLimits.linksADay
}

/** Throws if the address has too many future appointments. Errors: BOOKING_LIMIT. */
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
