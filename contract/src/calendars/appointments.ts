import { z } from 'zod'
import { ValidEmailAddress } from '../email-address.ts'
import {
  ById,
  Done,
  endpoint,
  Id,
  Instant,
  Minute,
  OptionalText,
  OptionalTitle,
  PlainDate,
  Version,
} from '../endpoint.ts'
import { limits } from '../limits.ts'
import { AppointmentFacts } from './appointment-facts.ts'
import { Holiday } from './holidays.ts'

export const Appointment = z.object({
  id: Id,
  version: Version,
  contactRef: Id,
  contactName: z.string(),
  title: z.string(),
  note: z.string(),
  ...AppointmentFacts.shape,
  /** User name. */
  createdBy: z.string().nullable(),
})
export type Appointment = z.output<typeof Appointment>

/** One of the times at which a predefined slot takes place. */
export const Occurrence = z.object({ slotRef: Id, startUtc: Instant, endUtc: Instant })
export const FreeSlot = Occurrence.extend({ capacity: z.int(), free: z.int() })
export type FreeSlot = z.output<typeof FreeSlot>

/** Customer who books: found by e-mail address, otherwise by phone number, otherwise a new contact. */
const Person = z
  .object({
    givenName: OptionalTitle(255).default(''),
    surname: OptionalTitle(255).default(''),
    emailAddress: ValidEmailAddress.or(z.literal('')).default(''),
    phoneNumber: OptionalText(50).default(''),
  })
  .refine(({ givenName, surname }) => Boolean(givenName || surname), {
    path: ['surname'],
    params: { code: 'NAME_REQUIRED' },
  })
  .refine(({ emailAddress, phoneNumber }) => Boolean(emailAddress || phoneNumber), {
    path: ['emailAddress'],
    params: { code: 'REQUIRED' },
  })
export type Person = z.output<typeof Person>

const words = {
  title: OptionalTitle(255),
  place: OptionalTitle(255),
  note: OptionalText(limits.encounter.descriptionLength),
  participantRefs: z.array(Id).max(50),
}
const partial = z.object(words).partial().shape

/** Appointment in a slot, for a contact or a person. A free time without a slot is for staff only. */
export const NewAppointment = z.object({
  contactRef: Id.optional(),
  person: Person.optional(),
  slotRef: Id.nullish(),
  /** Hold that reserved the place. */
  holdRef: Id.optional(),
  startUtc: Minute,
  /** End of an appointment without a slot; otherwise the slot gives it. */
  endUtc: Minute.optional(),
  ...partial,
})
export type NewAppointment = z.output<typeof NewAppointment>

/** Fields that are left out keep their values; a slot that is left out is kept as long as the time is. */
export const AppointmentChange = z.object({
  version: Version,
  slotRef: Id.nullish(),
  startUtc: Minute.optional(),
  endUtc: Minute.optional(),
  ...partial,
})
export type AppointmentChange = z.output<typeof AppointmentChange>

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
const inOrder = (from: string, to: string) => !(daysBetween(from, to) < 0)
/** Both days count. */
const isShort = (from: string, to: string) => !(daysBetween(from, to) >= limits.appointments.spanDays)
const endBeforeStart = { code: 'END_BEFORE_START' }
const tooLong = { code: 'SPAN', count: limits.appointments.spanDays }

/** Span of days, both included. */
const Span = z
  .object({ start: PlainDate, end: PlainDate, userRef: Id.optional() })
  .refine(({ start, end }) => inOrder(start, end), { path: ['end'], params: endBeforeStart })
  .refine(({ start, end }) => isShort(start, end), { path: ['end'], params: tooLong })
export const SlotSpan = z
  .object({ from: PlainDate, to: PlainDate })
  .refine(({ from, to }) => inOrder(from, to), { path: ['to'], params: endBeforeStart })
  .refine(({ from, to }) => isShort(from, to), { path: ['to'], params: tooLong })

const path = '/api/appointments'
const key = { orKey: 'BOOKING' } as const
const read = { anyOf: ['ENCOUNTER_READ'], ...key } as const
const create = { anyOf: ['ENCOUNTER_CREATE'], ...key } as const
const modify = { anyOf: ['ENCOUNTER_MODIFY'], ...key } as const

export const appointmentApi = {
  list: endpoint({
    method: 'GET',
    path,
    allow: read,
    summary: 'The appointments of a span of at most 62 days, all or those of one user; by key its own bookings',
    shows: ['appointment', 'contact'],
    query: Span,
    response: z.array(Appointment),
  }),
  days: endpoint({
    method: 'GET',
    path: `${path}/_days`,
    allow: 'ENCOUNTER_READ',
    summary: 'The public holidays of a span, and which users are away',
    shows: ['absence', 'list list=holiday_region'],
    query: Span,
    response: z.object({
      holidays: z.array(Holiday),
      /** `standInRef` is the stand-in at the beginning of the absence, or of the span if that is later. */
      away: z.array(z.object({ userRef: Id, fromUtc: Instant, untilUtc: Instant, standInRef: Id.nullable() })),
    }),
  }),
  meanwhile: endpoint({
    method: 'GET',
    path: `${path}/_meanwhile`,
    allow: 'ENCOUNTER_READ',
    summary: 'The booked appointments of a user between two moments: the first ten, and how many there are',
    shows: ['appointment', 'contact'],
    query: z.object({ userRef: Id, fromUtc: Minute, untilUtc: Minute }),
    response: z.object({ appointments: z.array(Appointment), total: z.int() }),
  }),
  slots: endpoint({
    method: 'GET',
    path: `${path}/slots`,
    allow: read,
    summary:
      'When the predefined slots of at most 62 days take place and how many places are free; by key only what can be booked yet',
    shows: ['appointment', 'list list=predefined_time_slot', 'list list=time_slot_exception'],
    query: SlotSpan,
    response: z.array(FreeSlot),
  }),
  hold: endpoint({
    method: 'POST',
    path: `${path}/holds`,
    allow: create,
    creates: true,
    summary: 'Keep a place of a slot for 10 minutes; SLOT_FULL names the next free ones',
    body: z.object({ slotRef: Id, startUtc: Minute }),
    response: z.object({ id: Id, expiresUtc: Instant }),
  }),
  release: endpoint({
    method: 'DELETE',
    path: `${path}/holds/:id`,
    allow: create,
    summary: 'Give a place back that was kept',
    ends: true,
    params: ById,
    response: Done,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: read,
    summary: 'One appointment; by key only its own bookings',
    shows: ['appointment appointment=:id', 'contact'],
    params: ById,
    response: Appointment,
  }),
  add: endpoint({
    method: 'POST',
    path,
    allow: create,
    creates: true,
    idempotencyKey: 'accepted',
    summary: 'Book an appointment in a slot, or as staff at a free time; SLOT_FULL names the next free ones',
    body: NewAppointment,
    response: Appointment,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    allow: modify,
    summary: 'Move an appointment or change what is said of it',
    params: ById,
    body: AppointmentChange,
    response: Appointment,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    allow: modify,
    summary: 'Cancel an appointment: its place is free again, and the timeline still shows it',
    params: ById,
    query: z.object({ reason: OptionalTitle(500).default('') }),
    response: Appointment,
  }),
  miss: endpoint({
    method: 'POST',
    path: `${path}/:id/missed`,
    allow: 'ENCOUNTER_MODIFY',
    summary: 'Nobody came to an appointment that has begun',
    params: ById,
    body: z.object({ version: Version }),
    response: Appointment,
  }),
}
