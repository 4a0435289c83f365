import { z } from 'zod'
import { ValidEmailAddress } from '../email-address.ts'
import { Done, endpoint, Id, Instant, Minute, OptionalText, OptionalTitle, Title } from '../endpoint.ts'
import { appointmentStates } from './appointment-facts.ts'
import { Occurrence, SlotSpan } from './appointments.ts'
import { bookingCalls } from './booking-calls.ts'

/** ASKED: a request that becomes an appointment once the customer opens the link in the e-mail. */
const bookingStates = ['ASKED', ...appointmentStates] as const

/** A customer's own booking, found by the secret in its link. */
export const Booking = z.object({
  state: z.enum(bookingStates),
  startUtc: Instant,
  endUtc: Instant,
  place: z.string(),
  /** The booking has not begun: it can be cancelled or, if it is only asked for and the page is open, confirmed. */
  changeable: z.boolean(),
  /** The booking can be changed, and moved as well while the page is open. */
  movable: z.boolean(),
})
export type Booking = z.output<typeof Booking>

const BookingRequest = z.object({
  holdRef: Id,
  slotRef: Id,
  startUtc: Minute,
  person: z.object({
    givenName: OptionalTitle(100).default(''),
    surname: Title(100),
    emailAddress: ValidEmailAddress,
    phoneNumber: OptionalText(50).default(''),
  }),
  note: OptionalText(2000).default(''),
  /** Hidden field against robots: people leave it empty. */
  website: z.string().max(1000).default(''),
})

const byToken = z.object({ token: z.string().max(100) })
const place = z.object({ slotRef: Id, startUtc: Minute })

/** Calls of the booking page. A closed page answers NOT_FOUND, except to `page` and to those who view or cancel. */
export const bookingApi = {
  page: endpoint({
    ...bookingCalls.page,
    allow: 'public',
    perMinute: 120,
    summary: 'Whether customers can book by themselves',
    shows: [],
    response: z.object({ open: z.boolean() }),
  }),
  slots: endpoint({
    ...bookingCalls.slots,
    allow: 'public',
    perMinute: 120,
    summary: 'The times of at most 62 days at which a place is free',
    shows: [],
    query: SlotSpan,
    response: z.array(Occurrence),
  }),
  hold: endpoint({
    ...bookingCalls.hold,
    allow: 'public',
    perMinute: 20,
    creates: true,
    summary: 'Keep a place while the customer fills in the form',
    body: place,
    response: z.object({ id: Id, expiresUtc: Instant }),
  }),
  release: endpoint({
    ...bookingCalls.release,
    allow: 'public',
    perMinute: 30,
    summary: 'Give a place back that was kept from the same network address',
    params: z.object({ id: Id }),
    response: Done,
  }),
  ask: endpoint({
    ...bookingCalls.ask,
    allow: 'public',
    perMinute: 10,
    accepts: true,
    summary: 'Ask for the place that is kept: a link to confirm it is sent by e-mail',
    body: BookingRequest,
    response: Done,
  }),
  get: endpoint({
    ...bookingCalls.get,
    allow: 'public',
    perMinute: 60,
    summary: 'The booking that a link is of',
    shows: [],
    params: byToken,
    response: Booking,
  }),
  confirm: endpoint({
    ...bookingCalls.confirm,
    allow: 'public',
    perMinute: 20,
    summary: 'Book what was asked for; a second time it stays as it is',
    params: byToken,
    response: Booking,
  }),
  move: endpoint({
    ...bookingCalls.move,
    allow: 'public',
    perMinute: 20,
    summary: 'Move the appointment to another free time',
    params: byToken,
    body: place,
    response: Booking,
  }),
  cancel: endpoint({
    ...bookingCalls.cancel,
    allow: 'public',
    perMinute: 20,
    summary: 'Cancel the appointment',
    params: byToken,
    response: Booking,
  }),
}
