import { z } from 'zod'
import { ValidEmailAddress } from '../email-address.ts'
import { ById, endpoint, Id, Instant, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'

export const appointmentMailKinds = ['CONFIRMATION', 'CANCELLATION', 'REMINDER'] as const
/** Why the product did not send an e-mail by itself: the mailbox is off, or the template has unfilled placeholders. */
export const unsentCodes = ['MAILBOX_OFF', 'OPEN_PLACEHOLDERS'] as const
export type AppointmentMailKind = (typeof appointmentMailKinds)[number]

const settingFields = {
  /** Null: customers get no e-mails. */
  mailboxRef: Id.nullable(),
  /** Null: the product uses a text of its own. */
  confirmationTemplateRef: Id.nullable(),
  cancellationTemplateRef: Id.nullable(),
  reminderTemplateRef: Id.nullable(),
  /** Hours before the beginning; 0 means never. Only customers who got a confirmation are reminded. */
  reminderHours: z.int().min(0).max(limits.appointments.reminderHours),
  /** Whether customers can book at /termin. */
  bookingOpen: z.boolean(),
  /** User in whose name customers book. */
  bookingUserRef: Id.nullable(),
  /** Beginning of the links that customers get, where PUBLIC_URL is not set. */
  bookingAddress: z
    .url({ protocol: /^https?$/ })
    .max(255)
    .or(z.literal('')),
}
export const AppointmentSetting = z.object({ version: Version, ...settingFields })
export type AppointmentSetting = z.output<typeof AppointmentSetting>

/** Next e-mail about an appointment, and the e-mails sent so far. */
export const AppointmentMail = z.object({
  /** CANCELLATION for a cancelled appointment. */
  kind: z.enum(appointmentMailKinds),
  /** Null where no admin has chosen a mailbox. */
  mailboxAddress: z.string().nullable(),
  /** E-mail addresses of the contact. */
  addresses: z.array(z.string()),
  subject: z.string(),
  /** Content as plain text. */
  text: z.string(),
  /** Latest first. */
  sent: z.array(
    z.object({
      kind: z.enum(appointmentMailKinds),
      address: z.string(),
      sentUtc: Instant,
      /** The appointment is unchanged since this e-mail. */
      current: z.boolean(),
    }),
  ),
  /** E-mails that the product could not send by itself, latest first. */
  unsent: z.array(z.object({ kind: z.enum(appointmentMailKinds), code: z.enum(unsentCodes), sinceUtc: Instant })),
})
export type AppointmentMail = z.output<typeof AppointmentMail>

/** Whether an e-mail tells of a change: it confirms what was confirmed with another time, place or title before. */
export const tellsOfChange = ({ kind, sent }: Pick<AppointmentMail, 'kind' | 'sent'>): boolean =>
  kind === 'CONFIRMATION' && sent.some((one) => one.kind === kind && !one.current)

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
    idempotencyKey: 'accepted',
    summary: 'Send it with an ICS to an address of the contact; a second time the same is not sent again',
    params: ById,
    body: z.object({ version: Version, address: ValidEmailAddress }),
    response: AppointmentMail,
  }),
}
