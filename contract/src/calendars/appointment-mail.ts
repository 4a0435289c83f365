import { z } from 'zod'
import { ValidEmailAddress } from '../email-address.ts'
import { ById, endpoint, Id, Instant, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'

export const appointmentMailKinds = ['CONFIRMATION', 'CANCELLATION', 'REMINDER'] as const
/** Why the product could not write by itself: its mailbox is off, or the template asks for what is not there. */
export const unsentCodes = ['MAILBOX_OFF', 'OPEN_PLACEHOLDERS'] as const
export type AppointmentMailKind = (typeof appointmentMailKinds)[number]

const settingFields = {
  /** Without one nothing is written to customers. */
  mailboxRef: Id.nullable(),
  /** Without one the product has words of its own. */
  confirmationTemplateRef: Id.nullable(),
  cancellationTemplateRef: Id.nullable(),
  reminderTemplateRef: Id.nullable(),
  /** Before the beginning; 0 is never. Only who got a confirmation is reminded. */
  reminderHours: z.int().min(0).max(limits.appointments.reminderHours),
  /** Whether customers can book at /termin. */
  bookingOpen: z.boolean(),
  /** In whose name they do. */
  bookingUserRef: Id.nullable(),
  /** What the links begin with that are sent to them, where PUBLIC_URL does not say it. */
  bookingAddress: z
    .url({ protocol: /^https?$/ })
    .max(255)
    .or(z.literal('')),
}
export const AppointmentSetting = z.object({ version: Version, ...settingFields })
export type AppointmentSetting = z.output<typeof AppointmentSetting>

/** What would be written now, and what was. */
export const AppointmentMail = z.object({
  /** CANCELLATION of one that is cancelled. */
  kind: z.enum(appointmentMailKinds),
  /** Null where no admin has set one. */
  mailboxAddress: z.string().nullable(),
  /** Of the contact. */
  addresses: z.array(z.string()),
  subject: z.string(),
  /** What it says, without its looks. */
  text: z.string(),
  /** The latest first. */
  sent: z.array(
    z.object({
      kind: z.enum(appointmentMailKinds),
      address: z.string(),
      sentUtc: Instant,
      /** Of the appointment as it stands now. */
      current: z.boolean(),
    }),
  ),
  /** What the product could not send by itself, the latest first. */
  unsent: z.array(z.object({ kind: z.enum(appointmentMailKinds), code: z.enum(unsentCodes), sinceUtc: Instant })),
})
export type AppointmentMail = z.output<typeof AppointmentMail>

const path = '/api/appointments/:id/mail'

export const appointmentMailApi = {
  settings: endpoint({
    method: 'GET',
    path: '/api/appointment-settings',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'From which mailbox and with which templates customers are written to about appointments',
    shows: ['list list=appointment_setting', 'mailbox'],
    response: AppointmentSetting,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/appointment-settings',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Set mailbox, templates and the time of the reminder',
    body: AppointmentSetting,
    response: AppointmentSetting,
  }),
  get: endpoint({
    method: 'GET',
    path,
    allow: 'ENCOUNTER_MODIFY',
    summary: 'The confirmation of an appointment, or of its cancellation, as it would be sent now, and what was sent',
    shows: ['appointment appointment=:id', 'contact', 'list', 'mailbox'],
    params: ById,
    response: AppointmentMail,
  }),
  send: endpoint({
    method: 'POST',
    path,
    allow: 'ENCOUNTER_MODIFY',
    summary: 'Send it with an ICS to an address of the contact; a second time the same is not sent again',
    params: ById,
    body: z.object({ version: Version, address: ValidEmailAddress }),
    response: AppointmentMail,
  }),
}
