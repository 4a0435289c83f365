import { type Kysely, sql } from 'kysely'
import {
  type AppointmentMail,
  type AppointmentMailKind,
  type AppointmentSetting,
  type appointmentMailApi,
  tellsOfChange,
  unsentCodes,
} from '#contract/calendars/appointment-mail'
import type { Appointment } from '#contract/calendars/appointments'
import type { Contact } from '#contract/contacts/contacts'
import { type BodyOf, clockOf, dayOf } from '#contract/endpoint'
import type { Language } from '#contract/limits'
import { withColon } from '#contract/sentences/written'
import { getContact } from '../../contacts/contacts.ts'
import { isSameAddress } from '../../contacts/spellings/spellings.ts'
import { codeOf } from '../../db/error-code.ts'
import type { DB } from '../../db/schema.ts'
import { encodeText } from '../../files/html-text.ts'
import { type AppContext, type Ctx, inTransaction, systemActor, withoutTransaction } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { appointmentMessage, getTemplate, withSignature } from '../../lists/templates/templates.ts'
import { fileOutgoing, type OutgoingEmail, prepareProductMessage, textOfHtml } from '../../mail/outgoing/outgoing.ts'
import { canSignIn } from '../../users/users.ts'
import { getAppointment } from '../appointments/appointments.ts'
import { iCalendar } from '../icalendar/icalendar.ts'
import { forgetUnsent, noteUnsent, unsentAbout } from './unsent.ts'
import { appointmentWord, ownWords, reasonWord } from './words.ts'

export async function getSettings({ db }: Pick<Ctx, 'db'>): Promise<AppointmentSetting> {
  const { rows } = await sql<AppointmentSetting>`
    select version, (select id from mailbox where id = mailbox_id and deleted_at is null) as "mailboxRef",
           confirmation_template_id as "confirmationTemplateRef",
           cancellation_template_id as "cancellationTemplateRef", reminder_template_id as "reminderTemplateRef",
           reminder_hours as "reminderHours", booking_open as "bookingOpen", booking_user_id as "bookingUserRef",
           booking_address as "bookingAddress"
      from appointment_setting`.execute(db)
  return rows[0] ?? fail('NOT_FOUND')
}

/** Changes the settings. Errors: STALE_VERSION with the saved ones, VALIDATION for a missing mailbox or template. */
export async function changeSettings(
  ctx: Ctx,
  { version, ...settings }: AppointmentSetting,
): Promise<AppointmentSetting> {
  await sql`select from appointment_setting for update`.execute(ctx.db)
  const before = await getSettings(ctx)
  if (before.version !== version) fail('STALE_VERSION', { current: before })
  const { rows } = await sql`select from mailbox where id = ${settings.mailboxRef} and deleted_at is null`.execute(
    ctx.db,
  )
  if (settings.mailboxRef && rows.length === 0) {
    fail('VALIDATION', { fields: [{ path: 'mailboxRef', invalid: 'unknownRef' }] })
  }
  await assertBookable(ctx, settings, before)
  await ctx.db
    .updateTable('appointment_setting')
    .set({
      version: version + 1,
      mailbox_id: settings.mailboxRef,
      confirmation_template_id: settings.confirmationTemplateRef,
      cancellation_template_id: settings.cancellationTemplateRef,
      reminder_template_id: settings.reminderTemplateRef,
      reminder_hours: settings.reminderHours,
      booking_open: settings.bookingOpen,
      booking_user_id: settings.bookingUserRef,
      booking_address: originOf(settings.bookingAddress),
    })
    .where('version', '=', version)
    .execute()
  return getSettings(ctx)
}

const originOf = (address: string) => URL.parse(address)?.origin ?? ''

/**
 * Throws if customers could not book: the booking page needs a mailbox to write from, a user to book as, and an
 * address. A value that became invalid after the page was opened does not prevent other changes. Errors: VALIDATION.
 */
async function assertBookable(
  ctx: Ctx,
  settings: Omit<AppointmentSetting, 'version'>,
  before: AppointmentSetting,
): Promise<void> {
  if (!settings.bookingOpen) return
  const needed = ['mailboxRef', 'bookingUserRef', ...(ctx.services.config.publicUrl ? [] : ['bookingAddress'])] as const
  const stays = (path: string) => before.bookingOpen && settings[path as 'mailboxRef'] === before[path as 'mailboxRef']
  const missing = needed.filter((path) => !settings[path as 'mailboxRef'] && !stays(path))
  if (missing.length > 0)
    fail('VALIDATION', { fields: missing.map((path) => ({ path, invalid: 'required' as const })) })
  if (!stays('bookingUserRef') && !(await canSignIn(ctx, settings.bookingUserRef ?? ''))) {
    fail('VALIDATION', { fields: [{ path: 'bookingUserRef', invalid: 'unknownRef' }] })
  }
}

/** Returns the message that would be sent about an appointment. Errors: NOT_FOUND. */
export async function showMail(ctx: Ctx, id: string): Promise<AppointmentMail> {
  const appointment = await getAppointment(ctx, id)
  const kind = kindOf(appointment)
  const contact = (await getContact(ctx, appointment.contactRef)).value
  const { subject, content } = await messageOf(ctx, kind, contact, appointment)
  const { rows } = await sql<{ address: string }>`
    select m.address from appointment_setting s join mailbox m on m.id = s.mailbox_id and m.deleted_at is null`.execute(
    ctx.db,
  )
  return {
    kind,
    mailboxAddress: rows[0]?.address ?? null,
    addresses: addressesOf(contact),
    subject,
    text: textOfHtml(await withSignature(ctx, content)),
    sent: await sentAbout(ctx.db, id),
    unsent: await unsentAbout(ctx, id),
  }
}

const kindOf = ({ state }: Appointment): 'CONFIRMATION' | 'CANCELLATION' =>
  state === 'CANCELLED' ? 'CANCELLATION' : 'CONFIRMATION'

const addressesOf = ({ emailAddresses }: Contact) => [...new Set(emailAddresses.map(({ address }) => address))]

async function sentAbout(db: Kysely<DB>, id: string): Promise<AppointmentMail['sent']> {
  const { rows } = await sql<AppointmentMail['sent'][number]>`
    select m.kind, m.address, iso(m.sent_at) as "sentUtc", m.sequence = a.sequence as current
      from appointment_mail m join appointment a on a.id = m.appointment_id
     where a.id = ${id} order by m.sent_at desc, m.id desc`.execute(db)
  return rows
}

/** Returns the message made from the chosen template, or from the words of the product. */
async function messageOf(ctx: Ctx, kind: AppointmentMailKind, contact: Contact, appointment: Appointment) {
  const settings = await getSettings(ctx)
  const templateRef = {
    CONFIRMATION: settings.confirmationTemplateRef,
    CANCELLATION: settings.cancellationTemplateRef,
    REMINDER: settings.reminderTemplateRef,
  }[kind]
  const template = templateRef
    ? await getTemplate(ctx.db, templateRef)
    : ownTemplate(await wordsFor(ctx, kind, appointment), contact, appointment)
  const { subject, content } = await appointmentMessage(ctx, template, contact, appointment)
  return { subject, content, documentRefs: template.predefinedDocuments }
}

const wordsFor = async ({ db }: Ctx, kind: AppointmentMailKind, { id }: Appointment) =>
  tellsOfChange({ kind, sent: await sentAbout(db, id) }) ? 'CHANGE' : kind

function ownTemplate(kind: AppointmentMailKind | 'CHANGE', { language }: Contact, appointment: Appointment) {
  const { title, place, reason } = appointment
  const words = ownWords[language]
  const { subject, lines } = words[kind]
  const facts = [
    `<strong>{{appointmentStart}} – ${endOf(appointment)}</strong>`,
    title && '{{appointmentTitle}}',
    place && '{{appointmentPlace}}',
    kind === 'CANCELLATION' && reason && withColon(language, reasonWord[language], '{{appointmentReason}}'),
  ]
  const content = lines.map(
    (line) => `<p>${line === 'facts' ? facts.filter(Boolean).join('<br>') : encodeText(line)}</p>`,
  )
  return { subject, content: `${content.join('')}<p>{{userSignature}}</p>`, predefinedDocuments: [] }
}

/** Returns the end of an appointment; on the same day only its time. */
const endOf = ({ startUtc, endUtc }: Appointment) =>
  dayOf(new Date(startUtc)) === dayOf(new Date(endUtc)) ? clockOf(new Date(endUtc)) : '{{appointmentEnd}}'

export interface Ready {
  readonly email: OutgoingEmail
  readonly kind: AppointmentMailKind
  readonly sequence: number
  readonly address: string
}

/**
 * Prepares the message about an appointment, with its ICS file. Errors: NOT_FOUND, STALE_VERSION with the saved
 * appointment, APPOINTMENT_STATE for a missed one, VALIDATION for an address that is not the contact's, MAILBOX_OFF,
 * OPEN_PLACEHOLDERS.
 */
export async function prepareMail(
  ctx: Ctx,
  id: string,
  { version, address }: BodyOf<typeof appointmentMailApi.send>,
): Promise<Ready> {
  const appointment = await getAppointment(ctx, id)
  if (appointment.version !== version) fail('STALE_VERSION', { current: appointment })
  if (appointment.state === 'MISSED') fail('APPOINTMENT_STATE')
  return readyMail(ctx, appointment, kindOf(appointment), address)
}

/** Prepares a message of any kind. Errors: as `prepareMail`, without those of the version and the state. */
async function readyMail(ctx: Ctx, appointment: Appointment, kind: AppointmentMailKind, typed: string): Promise<Ready> {
  const contact = (await getContact(ctx, appointment.contactRef)).value
  const address = addressesOf(contact).find((one) => isSameAddress(one, typed))
  if (!address) return fail('VALIDATION', { fields: [{ path: 'address', invalid: 'unknownRef' }] })
  const mailbox = await senderOf(ctx.db)
  const sequence = await sequenceOf(ctx.db, appointment.id)
  const to = { name: contact.fullName, address }
  const { subject, content, documentRefs } = await messageOf(ctx, kind, contact, appointment)
  const method = kind === 'CANCELLATION' ? 'CANCEL' : 'REQUEST'
  const event = {
    uid: `${appointment.id}@${mailbox.address.split('@').at(-1)}`,
    sequence,
    stamp: ctx.now,
    start: appointment.startUtc,
    end: appointment.endUtc,
    title: appointment.title || titleOf(contact.language, mailbox.senderName),
    place: appointment.place,
    cancelled: kind === 'CANCELLATION',
    organizer: { name: mailbox.senderName, address: mailbox.address },
    attendee: to,
  }
  const email = await prepareProductMessage(ctx, {
    mailboxId: mailbox.id,
    to,
    subject,
    html: content,
    documentRefs,
    calendar: { method, content: iCalendar([event], { method }) },
    automatic: kind === 'REMINDER',
  })
  return { email, kind, sequence, address }
}

/** Returns the title that an appointment without one has in the contact's calendar. */
const titleOf = (language: Language, sender: string) =>
  sender ? withColon(language, appointmentWord[language], sender) : appointmentWord[language]

interface Sender {
  readonly id: string
  readonly address: string
  readonly senderName: string
}

async function senderOf(db: Kysely<DB>): Promise<Sender> {
  const { rows } = await sql<Sender>`
    select m.id, m.address, m.sender_name as "senderName"
      from appointment_setting s join mailbox m on m.id = s.mailbox_id and m.deleted_at is null`.execute(db)
  return rows[0] ?? fail('MAILBOX_OFF')
}

async function sequenceOf(db: Kysely<DB>, id: string): Promise<number> {
  const found = await db.selectFrom('appointment').select('sequence').where('id', '=', id).executeTakeFirst()
  return found?.sequence ?? fail('NOT_FOUND')
}

/** Puts the message into the outbox unless it was sent to this address before. Errors: NOT_FOUND, STALE_VERSION. */
export async function handOverMail(ctx: Ctx, id: string, ready: Ready): Promise<AppointmentMail> {
  await sendOnce(ctx, id, ready)
  return showMail(ctx, id)
}

/** Sends a message once; returns false if it was sent before. Errors: STALE_VERSION if the appointment has changed. */
async function sendOnce(ctx: Ctx, id: string, { email, kind, sequence, address }: Ready): Promise<boolean> {
  await sql`select from encounter where id = ${id} for update`.execute(ctx.db)
  if ((await sequenceOf(ctx.db, id)) !== sequence) fail('STALE_VERSION', { current: await getAppointment(ctx, id) })
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('appointment_mail')
    .values({ appointment_id: id, kind, sequence, address, sent_by: ctx.actor.id })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirst()
  await forgetUnsent(ctx, id, kind)
  if (!numInsertedOrUpdatedRows) return false
  const { emailRef } = await fileOutgoing(ctx, email)
  await ctx.db
    .updateTable('appointment_mail')
    .set({ email_id: emailRef })
    .where('appointment_id', '=', id)
    .where('kind', '=', kind)
    .where('sequence', '=', sequence)
    .where('address', '=', address)
    .execute()
  return true
}

/** An appointment, the address to notify, and the user on whose behalf it is done. */
export interface Customer {
  readonly id: string
  readonly address: string
  readonly sentBy: string
}

/**
 * Sends a customer the state of an appointment without a user's action, unless that was sent before. If it cannot be
 * sent, the reason is stored with the appointment and the admins are notified.
 */
export async function tellCustomer(
  appContext: AppContext,
  { id, address, sentBy }: Customer,
  asked?: AppointmentMailKind,
): Promise<void> {
  const actor = systemActor(sentBy)
  const ctx = withoutTransaction(appContext, actor)
  const appointment = await getAppointment(ctx, id)
  const kind = asked ?? kindOf(appointment)
  try {
    const ready = await readyMail(ctx, appointment, kind, address)
    await inTransaction(appContext, actor, (inside) => sendOnce(inside, id, ready))
  } catch (error) {
    const code = unsentCodes.find((one) => one === codeOf(error))
    if (!code) throw error
    await noteUnsent(appContext, id, kind, code)
  }
}
