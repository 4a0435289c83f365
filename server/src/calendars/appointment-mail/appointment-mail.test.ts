import { sql } from 'kysely'
import ical, { type VEvent } from 'node-ical'
import { beforeEach, expect, test } from 'vitest'
import { type AppointmentSetting, appointmentMailApi } from '#contract/calendars/appointment-mail'
import { appointmentApi } from '#contract/calendars/appointments'
import { encounterApi } from '#contract/contacts/encounters'
import { templateApi } from '#contract/lists/templates'
import { mailboxApi } from '#contract/mail/mailboxes'
import { notificationApi } from '#contract/together/notifications'
import { atOnceWith, callAtOnce } from '../../../test/at-once.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { outgoingApp } from '../../../test/outgoing.ts'
import { remindOfAppointments } from './remind.ts'

const { as, appContext, database, smtp, mailbox, deliver, latest } = await outgoingApp()
const [admin, clerk] = [as('ADMIN'), as('TERMIN_USER')]
const contact = await contactFactory(as)({
  surname: 'Feuer',
  salutation: 'MS',
  emailAddresses: [{ address: 'feuer@example.test' }, { address: 'zweite@example.test' }],
})

beforeEach(() => {
  smtp.received.length = 0
})

const set = async (settings: Partial<AppointmentSetting>) => {
  const before = (await admin.call(appointmentMailApi.settings, {})).answer
  return admin.call(appointmentMailApi.changeSettings, { body: { ...before, ...settings } })
}
await set({ mailboxRef: mailbox })

let hour = 0
const book = async (more: object = {}) => {
  hour += 1
  const at = (ms: number) => new Date(Date.UTC(2034, 2, 7, 8) + hour * 7_200_000 + ms).toISOString()
  const body = { contactRef: contact.id, startUtc: at(0), endUtc: at(3_600_000), title: 'Beratung', ...more }
  return (await clerk.call(appointmentApi.add, { body })).answer
}
const send = (one: { id: string; version: number }, address = 'feuer@example.test') =>
  clerk.call(appointmentMailApi.send, { params: { id: one.id }, body: { version: one.version, address } })
const show = async (id: string) => (await clerk.call(appointmentMailApi.get, { params: { id } })).answer

/** Returns what a mail program reads from the latest message: the method, and its only event. */
async function arrived() {
  await deliver()
  const { mail, raw, to } = await latest()
  const part = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const text = typeof part?.content === 'string' ? part.content : new TextDecoder().decode(part?.content)
  const calendar = ical.sync.parseICS(text)
  const events = Object.values(calendar).filter((one): one is VEvent => one?.type === 'VEVENT')
  expect(events).toHaveLength(1)
  return { mail, raw, to, method: /^METHOD:(\w+)$/m.exec(text)?.[1], event: events[0] as VEvent }
}

test('a confirmation is sent from the chosen mailbox with an event that calendar programs read', async () => {
  const booked = await book({ place: 'Ausstellung; Halle 2' })
  const before = await show(booked.id)
  expect(before).toMatchObject({
    kind: 'CONFIRMATION',
    mailboxAddress: 'verkauf@glut.example',
    addresses: ['feuer@example.test', 'zweite@example.test'],
    sent: [],
  })
  expect(before.text).toContain('Sehr geehrte Frau Feuer')
  expect(before.text).toContain('07.03.2034 11:00 – 12:00\nBeratung\nAusstellung; Halle 2')
  // the greeting comes from the signature, and only once
  expect(before.text.match(/Freundliche Grüsse/g)).toHaveLength(1)
  // a user who may only enter appointments cannot write e-mails
  expect(await send(booked)).toMatchObject({
    status: 200,
    answer: { sent: [{ kind: 'CONFIRMATION', address: 'feuer@example.test', current: true }] },
  })
  const { mail, to, method, event } = await arrived()
  expect(to).toEqual(['feuer@example.test'])
  expect(mail.subject).toBe('Ihr Termin am 07.03.2034 11:00')
  expect(mail.html).not.toContain('{{')
  expect(method).toBe('REQUEST')
  expect(event).toMatchObject({
    summary: 'Beratung',
    location: 'Ausstellung; Halle 2',
    status: 'CONFIRMED',
    sequence: 0,
  })
  expect([event.start.toISOString(), event.end?.toISOString()]).toEqual([booked.startUtc, booked.endUtc])
  expect(event.uid).toBe(`${booked.id}@glut.example`)
  const { answer } = await admin.call(encounterApi.list, { params: { id: contact.id }, query: {} })
  expect(answer.encounters.map(({ encounterType }) => encounterType)).toEqual(
    expect.arrayContaining(['APPOINTMENT', 'EMAIL_OUTGOING']),
  )
})

test('a moved or cancelled appointment keeps its event UID with a higher sequence; an unchanged one is not sent again', async () => {
  const booked = await book()
  await Promise.all([send(booked), send(booked)])
  const first = await arrived()
  expect(smtp.received).toHaveLength(1)
  const params = { id: booked.id }
  const body = { version: 1, startUtc: '2034-03-09T08:00:00.000Z' }
  const moved = (await clerk.call(appointmentApi.update, { params, body })).answer
  expect(await show(booked.id)).toMatchObject({ sent: [{ current: false }] })
  expect((await send(booked)).problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 2 } })
  await send(moved)
  const second = await arrived()
  expect([first.mail.subject, second.mail.subject]).toEqual([
    expect.stringMatching(/^Ihr Termin am /),
    'Geändert: Ihr Termin am 09.03.2034 09:00',
  ])
  expect(second.mail.text).toContain('Neu gilt:')
  expect(second.event.start.toISOString()).toBe(moved.startUtc)
  const query = { reason: 'Sturm' }
  const cancelled = (await clerk.call(appointmentApi.cancel, { params, query })).answer
  expect(await show(booked.id)).toMatchObject({ kind: 'CANCELLATION' })
  await send(cancelled)
  const last = await arrived()
  expect(last.method).toBe('CANCEL')
  expect(last.event.status).toBe('CANCELLED')
  expect(last.mail.text).toContain('Grund: Sturm')
  expect([first, second, last].map(({ event }) => event.uid)).toEqual(Array(3).fill(first.event.uid))
  expect([first, second, last].map(({ event }) => event.sequence)).toEqual([0, 1, 2])
})

test('an appointment without a title has the same one in the calendar of the customer, whatever the message is about', async () => {
  const booked = await book({ title: '' })
  await send(booked)
  const titles = [(await arrived()).event.summary]
  const params = { id: booked.id }
  const body = { version: 1, place: 'Halle 2' }
  const moved = (await clerk.call(appointmentApi.update, { params, body })).answer
  await send(moved)
  const { mail, event } = await arrived()
  expect(mail.subject).toMatch(/^Geändert: /)
  titles.push(event.summary)
  await send((await clerk.call(appointmentApi.cancel, { params, query: {} })).answer)
  titles.push((await arrived()).event.summary)
  expect(titles).toEqual(Array(3).fill('Termin: Glut Verkauf'))
})

test('a confirmation fills the template of the admin, and is not sent while placeholders are left', async () => {
  const content = '<p>{{contactSalutation}}</p><p>{{appointmentTitle}}: {{appointmentStart}}</p>'
  const add = async (more: string) =>
    (
      await admin.call(templateApi.add, {
        body: { title: `Termin${more}`, subject: 'Bis bald', content: content + more },
      })
    ).answer
  const template = await add('')
  await set({ confirmationTemplateRef: template.id })
  const booked = await book()
  await send(booked)
  const { mail } = await arrived()
  expect(mail.subject).toBe('Bis bald')
  expect(mail.text).toContain('Beratung: 07.03.2034')
  const open = await add('<p>{{dossierPickup}}</p>')
  await set({ confirmationTemplateRef: open.id })
  const other = await book()
  expect((await send(other)).problem.code).toBe('OPEN_PLACEHOLDERS')
  const remove = () => admin.call(templateApi.remove, { params: { id: open.id } })
  expect((await remove()).problem).toMatchObject({
    code: 'IN_USE',
    usedBy: [{ what: 'appointment_setting', count: 1 }],
  })
  await set({ confirmationTemplateRef: null })
  expect((await send(other)).status).toBe(200)
  expect((await remove()).status).toBe(204)
})

test('a template that is chosen in the settings while it is being removed stays', async () => {
  const body = { title: 'Im selben Augenblick', subject: 'Bis bald', content: '<p>Bis bald</p>' }
  const { id } = (await admin.call(templateApi.add, { body })).answer
  const { status, problem } = await atOnceWith(
    database,
    `update appointment_setting set confirmation_template_id = '${id}', version = version + 1`,
    () => admin.call(templateApi.remove, { params: { id } }),
  )
  expect([status, problem.code]).toEqual([409, 'IN_USE'])
  await set({ confirmationTemplateRef: null })
  expect((await admin.call(templateApi.remove, { params: { id } })).status).toBe(204)
})

test('a confirmation needs an address of the contact, a mailbox and an appointment that was not missed', async () => {
  const booked = await book()
  expect((await send(booked, 'fremd@example.test')).problem.errors).toMatchObject([{ path: 'address' }])
  expect(
    (
      await as('TERMIN_API').call(appointmentMailApi.send, {
        params: { id: booked.id },
        body: { version: 1, address: 'feuer@example.test' },
      })
    ).status,
  ).toBe(403)
  const unknown = { mailboxRef: '019a0000-0000-7000-8000-000000000000' }
  expect((await set(unknown)).problem.errors).toMatchObject([{ path: 'mailboxRef' }])
  await set({ mailboxRef: null })
  expect(await show(booked.id)).toMatchObject({ mailboxAddress: null })
  expect((await send(booked)).problem.code).toBe('MAILBOX_OFF')
  const { answer } = await set({ mailboxRef: mailbox })
  const stale = await admin.call(appointmentMailApi.changeSettings, {
    body: { ...answer, version: answer.version - 1 },
  })
  expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', current: answer })
  const past = { startUtc: '2026-01-06T08:00:00.000Z', endUtc: '2026-01-06T09:00:00.000Z' }
  const missed = await book(past)
  await clerk.call(appointmentApi.miss, { params: { id: missed.id }, body: { version: 1 } })
  expect((await send({ id: missed.id, version: 2 })).problem.code).toBe('APPOINTMENT_STATE')
})

test('a reminder is sent once after a confirmation, even by two processes, and again after a move', async () => {
  await set({ reminderHours: 48 })
  const soon = (hours: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + hours * 3_600_000).toISOString()
  const told = await book({ startUtc: soon(24), endUtc: soon(25) })
  await book({ startUtc: soon(26), endUtc: soon(27) })
  await send(told)
  await deliver()
  smtp.received.length = 0
  const remind = async () => {
    await Promise.all([remindOfAppointments(appContext), remindOfAppointments(appContext)])
    await deliver()
    return smtp.received.length
  }
  expect(await remind()).toBe(0)
  await sql`update appointment_mail set sent_at = now() - interval '3 days' where appointment_id = ${told.id}`.execute(
    database.kysely,
  )
  expect(await remind()).toBe(1)
  expect((await latest()).raw).toMatch(/^Auto-Submitted: auto-generated/m)
  expect(await remind()).toBe(1)
  const body = { version: told.version, startUtc: soon(30) }
  const moved = (await clerk.call(appointmentApi.update, { params: { id: told.id }, body })).answer
  expect(await remind()).toBe(1)
  await send(moved)
  await sql`update appointment_mail set sent_at = now() - interval '3 days' where appointment_id = ${told.id}`.execute(
    database.kysely,
  )
  expect(await remind()).toBe(3)
})

test('an unsent reminder is shown at the appointment and reported to the admins once, until it is sent', async () => {
  const open = { title: 'Lücke', subject: 'Bis bald', content: '<p>{{dossierPickup}}</p>' }
  const template = (await admin.call(templateApi.add, { body: open })).answer
  await set({ reminderHours: 48, reminderTemplateRef: template.id, confirmationTemplateRef: null })
  const soon = (hours: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + hours * 3_600_000).toISOString()
  const both = [
    await book({ startUtc: soon(31), endUtc: soon(32) }),
    await book({ startUtc: soon(33), endUtc: soon(34) }),
  ]
  for (const one of both) await send(one)
  await sql`update appointment_mail set sent_at = now() - interval '3 days'
             where appointment_id = any (${both.map(({ id }) => id)}::uuid[])`.execute(database.kysely)
  const told = async (role: 'ADMIN' | 'USER') =>
    (await as(role).call(notificationApi.list, {})).answer.filter(({ reason }) => reason === 'NOT_SENT')
  const first = both[0]?.id ?? ''
  await remindOfAppointments(appContext)
  await remindOfAppointments(appContext)
  expect((await show(first)).unsent).toMatchObject([{ kind: 'REMINDER', code: 'OPEN_PLACEHOLDERS' }])
  expect((await show(both[1]?.id ?? '')).unsent).toHaveLength(1)
  expect(await told('ADMIN')).toMatchObject([
    { notificationType: 'INTERESTING_ENCOUNTER', content: 'OPEN_PLACEHOLDERS', contactName: contact.fullName },
  ])
  expect(await told('USER')).toEqual([])
  await sql`update mailbox set active = false where id = ${mailbox}`.execute(database.kysely)
  await sql`delete from appointment_mail_fault where appointment_id = ${first}`.execute(database.kysely)
  await set({ reminderTemplateRef: null })
  await remindOfAppointments(appContext)
  expect((await show(first)).unsent).toMatchObject([{ code: 'MAILBOX_OFF' }])
  expect((await told('ADMIN')).map(({ content }) => content).sort()).toEqual(['MAILBOX_OFF', 'OPEN_PLACEHOLDERS'])
  await sql`update mailbox set active = true where id = ${mailbox}`.execute(database.kysely)
  await remindOfAppointments(appContext)
  expect((await show(first)).unsent).toEqual([])
})

test('when two admins save the mail settings at once, the second gets a conflict', async () => {
  const before = (await admin.call(appointmentMailApi.settings, {})).answer
  const save = (reminderHours: number) => () =>
    admin.call(appointmentMailApi.changeSettings, { body: { ...before, reminderHours } })
  const both = await callAtOnce(database, save(24), save(72))
  expect(both.map(({ status }) => status)).toEqual([200, 409])
})

test('after its mailbox is removed, nothing is sent and the other mail settings can still be changed', async () => {
  const booked = await book()
  await admin.call(mailboxApi.remove, { params: { id: mailbox } })
  expect((await admin.call(appointmentMailApi.settings, {})).answer.mailboxRef).toBeNull()
  expect((await send(booked)).problem.code).toBe('MAILBOX_OFF')
  expect((await set({ reminderHours: 12 })).answer).toMatchObject({ mailboxRef: null, reminderHours: 12 })
})
