import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Booking, bookingApi } from '#contract/calendars/booking'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { keptSpelling } from '../../contacts/spellings/spellings.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { fileOutgoing, type OutgoingEmail } from '../../mail/outgoing/outgoing.ts'
import {
  addAppointment,
  cancelAppointment,
  getAppointment,
  holdAppointment,
  holdPlace,
  listSlots,
  updateAppointment,
} from '../appointments/appointments.ts'
import { assertFewHolds, assertFewRequests, assertFewUpcoming, bookingLimits, mayWriteTo } from './limits.ts'
import { prepareLink } from './link-mail.ts'
import { asCustomer, askingPage, openPage, thePage } from './page.ts'
import { hashOf, lockRequest, type Request } from './requests.ts'

/** Returns whether customers can book. */
export const getPage = async (ctx: Ctx): Promise<{ open: boolean }> => ({ open: (await openPage(ctx))?.sends ?? false })

/** Returns times with a free place; not their number, which would reveal how many others come. Errors: NOT_FOUND. */
export async function listFreeTimes(
  ctx: Ctx,
  span: QueryOf<typeof bookingApi.slots>,
): Promise<{ slotRef: string; startUtc: string; endUtc: string }[]> {
  const { userId } = await thePage(ctx)
  const slots = await listSlots(asCustomer(ctx, userId), span)
  return slots.filter(({ free }) => free > 0).map(({ slotRef, startUtc, endUtc }) => ({ slotRef, startUtc, endUtc }))
}

/** Keeps a place for a customer. Errors: NOT_FOUND, TOO_MANY_ATTEMPTS, SLOT_FULL, VALIDATION. */
export async function holdForCustomer(
  ctx: Ctx,
  place: BodyOf<typeof bookingApi.hold>,
): Promise<{ id: string; expiresUtc: string }> {
  const { userId } = await askingPage(ctx)
  await assertFewHolds(ctx)
  const hold = await holdPlace(asCustomer(ctx, userId), place)
  await ctx.db.updateTable('slot_hold').set({ address: ctx.actor.address }).where('id', '=', hold.id).execute()
  return hold
}

/** Releases a hold that the same network address made. Errors: NOT_FOUND. */
export async function releaseForCustomer(ctx: Ctx, id: string): Promise<undefined> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('slot_hold')
    .where('id', '=', id)
    .where('address', '=', ctx.actor.address)
    .where('address', '<>', '')
    .executeTakeFirst()
  if (numDeletedRows === 0n) fail('NOT_FOUND')
}

/** The message to send and the token of its link; null where nothing is sent. */
type Link = { readonly email: OutgoingEmail; readonly token: string; readonly userId: string } | null

/**
 * Prepares the message with the link. A caller who fills in the hidden field, or whose address got enough links today,
 * gets the same answer but no message. Errors: NOT_FOUND, HOLD_EXPIRED, TOO_MANY_ATTEMPTS, MAILBOX_OFF.
 */
export async function prepareRequest(ctx: Ctx, asked: BodyOf<typeof bookingApi.ask>): Promise<Link> {
  const page = await askingPage(ctx)
  await assertHeld(ctx, asked)
  await assertFewRequests(ctx)
  const address = asked.person.emailAddress
  if (asked.website !== '' || !(await mayWriteTo(ctx, address))) return null
  const token = randomBytes(24).toString('base64url')
  const email = await prepareLink(asCustomer(ctx, page.userId), page, { address, token, startUtc: asked.startUtc })
  return { email, token, userId: page.userId }
}

/** Throws if the place is no longer kept, or was kept too recently for a person to have filled in the form. */
async function assertHeld(ctx: Ctx, { holdRef, slotRef, startUtc }: BodyOf<typeof bookingApi.ask>): Promise<void> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(${bookingLimits.secondsToFill} - extract(epoch from now() - created_at))::int as wait
      from slot_hold
     where id = ${holdRef} and slot_id = ${slotRef} and start_at = ${startUtc} and address = ${ctx.actor.address}
       and expires_at > now()`.execute(ctx.db)
  const [held] = rows
  if (!held) return fail('HOLD_EXPIRED')
  if (held.wait > 0) fail('TOO_MANY_ATTEMPTS', { retryAfter: held.wait })
}

/** Extends the hold until the link is opened, and sends the link. Errors: HOLD_EXPIRED, TOO_MANY_ATTEMPTS. */
export async function fileRequest(ctx: Ctx, asked: BodyOf<typeof bookingApi.ask>, link: Link): Promise<undefined> {
  const { holdRef, slotRef, startUtc, person, note } = asked
  await assertFewRequestsAtOnce(ctx)
  if (!link || !(await mayWriteTo(ctx, person.emailAddress))) {
    await ctx.db.deleteFrom('slot_hold').where('id', '=', holdRef).where('address', '=', ctx.actor.address).execute()
    return
  }
  const { numUpdatedRows } = await ctx.db
    .updateTable('slot_hold')
    .set({ expires_at: sql`now() + make_interval(mins => ${bookingLimits.keptMinutes})` })
    .where('id', '=', holdRef)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('HOLD_EXPIRED')
  await ctx.db
    .insertInto('booking_request')
    .values({
      token_hash: hashOf(link.token),
      slot_id: slotRef,
      start_at: startUtc,
      hold_id: holdRef,
      given_name: person.givenName,
      surname: person.surname,
      phone_number: person.phoneNumber,
      email_address: keptSpelling(person.emailAddress),
      note,
      address: ctx.actor.address,
    })
    .execute()
  await fileOutgoing(asCustomer(ctx, link.userId), link.email)
}

/** Locks the settings, so that requests at the same moment are counted one after another. */
async function assertFewRequestsAtOnce(ctx: Ctx): Promise<void> {
  await sql`select from appointment_setting for update`.execute(ctx.db)
  await assertFewRequests(ctx)
}

/** Returns the booking of a customer's link. Errors: NOT_FOUND. */
export async function getBooking(ctx: Ctx, token: string): Promise<Booking> {
  const request = await lockRequest(ctx, token, 'no')
  return shown(ctx, request)
}

/**
 * Books what was requested, for the contact with that e-mail address or phone number, otherwise for a new contact; the
 * answer does not tell which. Errors: NOT_FOUND, BOOKING_LIMIT, SLOT_FULL, VALIDATION.
 */
export async function confirmBooking(ctx: Ctx, token: string): Promise<Booking> {
  const request = await lockRequest(ctx, token)
  if (request.appointmentId) return shown(ctx, request)
  const { userId } = await thePage(ctx)
  const { slotRef, startUtc, person, note, holdId } = request
  await assertFewUpcoming(ctx, person.emailAddress)
  if (holdId) await ctx.db.deleteFrom('slot_hold').where('id', '=', holdId).execute()
  const { id } = await addAppointment(asCustomer(ctx, userId), { slotRef, startUtc, person, note })
  await ctx.db
    .updateTable('booking_request')
    .set({ appointment_id: id, given_name: '', surname: '', phone_number: '', note: '' })
    .where('id', '=', request.id)
    .execute()
  return tell(ctx, { ...request, appointmentId: id })
}

/** Moves a booking. Errors: NOT_FOUND, also while the page is closed, APPOINTMENT_STATE, SLOT_FULL, VALIDATION. */
export async function moveBooking(ctx: Ctx, token: string, place: BodyOf<typeof bookingApi.move>): Promise<Booking> {
  await thePage(ctx)
  const { request, inside, id, version } = await changeable(ctx, token)
  await updateAppointment(inside, id, { version, ...place })
  return tell(ctx, request)
}

/** Cancels a booking, also while the page is closed. Errors: NOT_FOUND, APPOINTMENT_STATE. */
export async function cancelBooking(ctx: Ctx, token: string): Promise<Booking> {
  const { request, inside, id } = await changeable(ctx, token)
  await cancelAppointment(inside, id, '')
  return tell(ctx, request)
}

/** Returns the appointment of a link and locks it, so that its version is the saved one. */
async function changeable(ctx: Ctx, token: string) {
  const request = await lockRequest(ctx, token)
  if (!request.appointmentId || !request.bookedBy) return fail('APPOINTMENT_STATE')
  await holdAppointment(ctx, request.appointmentId)
  const { booking, version } = await appointmentOf(ctx, request.appointmentId)
  if (!booking.changeable) fail('APPOINTMENT_STATE')
  // as the user of the booking, even if the page books as another user by now
  const inside = asCustomer(ctx, request.bookedBy)
  return { request, inside, id: request.appointmentId, version }
}

async function tell(ctx: Ctx, request: Request): Promise<Booking> {
  await ctx.enqueue('tellOfBooking', { requestId: request.id })
  return shown(ctx, request)
}

async function shown(ctx: Ctx, request: Request): Promise<Booking> {
  if (request.appointmentId) return (await appointmentOf(ctx, request.appointmentId)).booking
  const { startUtc, endUtc } = request
  const changeable = Date.parse(startUtc) > ctx.now.getTime() && (await openPage(ctx)) !== undefined
  return { state: 'ASKED', startUtc, endUtc, place: '', changeable, movable: false }
}

/** Returns only time, place and state of an appointment: what staff write about it is not for customers. */
async function appointmentOf(ctx: Ctx, id: string): Promise<{ booking: Booking; version: number }> {
  const { state, startUtc, endUtc, place, version } = await getAppointment(ctx, id)
  const isOpen = state === 'BOOKED' && Date.parse(startUtc) > ctx.now.getTime()
  const movable = isOpen && (await openPage(ctx)) !== undefined
  return { booking: { state, startUtc, endUtc, place, changeable: isOpen, movable }, version }
}
