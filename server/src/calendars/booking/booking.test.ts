import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type AppointmentSetting, appointmentMailApi } from '#contract/calendars/appointment-mail'
import { appointmentApi } from '#contract/calendars/appointments'
import { bookingApi } from '#contract/calendars/booking'
import { webhookApi, webhookEvents } from '#contract/calendars/webhooks'
import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { type Endpoint, type InputOf, pathOf } from '#contract/endpoint'
import { masterData } from '#contract/lists/master-data'
import { toldHeader } from '#contract/live'
import { userApi } from '#contract/users/users'
import { atOnceWith } from '../../../test/at-once.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { outgoingApp } from '../../../test/outgoing.ts'
import { remindOfAppointments } from '../appointment-mail/remind.ts'
import { bookingLimits } from './limits.ts'
import { forgetOldBookingRequests } from './requests.ts'
import { tellOfBooking } from './tell-of-booking.ts'

const { app, as, appContext, database, smtp, mailbox, deliver, latest } = await outgoingApp()
const [admin, clerk, user] = [as('ADMIN'), as('TERMIN_USER'), as('USER')]
const buildContact = contactFactory(as)
const users = (await admin.call(userApi.list, {})).answer
const clerkId = users.find(({ username }) => username === 'TERMIN_USER')?.id ?? ''

const set = async (settings: Partial<AppointmentSetting>) => {
  const before = (await admin.call(appointmentMailApi.settings, {})).answer
  return admin.call(appointmentMailApi.changeSettings, { body: { ...before, ...settings } })
}
const open = {
  mailboxRef: mailbox,
  bookingUserRef: clerkId,
  bookingAddress: 'https://crm.example.ch',
  bookingOpen: true,
}

let at = 0
/** Returns a customer with a network address of their own. */
function customer(address = `10.1.${(at >> 8) & 255}.${at++ & 255}`) {
  return {
    address,
    async call<E extends Endpoint>(endpoint: E, input: InputOf<E>, language = 'de') {
      const { params, query, body } = input as {
        params?: Record<string, string>
        query?: Record<string, string>
        body?: object
      }
      const response = await app.inject({
        method: endpoint.method,
        url: `${pathOf(endpoint, params)}?${new URLSearchParams(query)}`,
        remoteAddress: address,
        headers: { 'accept-language': language },
        ...(body ? { payload: body } : {}),
      })
      return {
        status: response.statusCode,
        headers: response.headers,
        body: response.body ? response.json() : undefined,
      }
    },
  }
}
type Customer = ReturnType<typeof customer>

const addSlot = async (more: object = {}) => {
  const body = {
    weekday: 'TUESDAY' as const,
    startTime: '09:00',
    endTime: '10:00',
    capacity: 3,
    validFrom: '2034-01-01',
  }
  return (await admin.call(masterData.predefinedTimeSlots.add, { body: { ...body, ...more } })).answer.id
}
const anna = { surname: 'Beispiel', givenName: 'Anna', emailAddress: 'anna@example.test' }

/** Makes the holds look old enough for a person to have filled in the form. */
const wait = () => sql`update slot_hold set created_at = now() - interval '1 minute'`.execute(database.kysely)
async function ask(one: Customer, place: { slotRef: string; startUtc: string }, more: object = {}, language = 'de') {
  const { body: hold } = await one.call(bookingApi.hold, { body: place })
  await wait()
  const body = { ...place, holdRef: hold.id, person: anna, ...more }
  return one.call(bookingApi.ask, { body } as InputOf<typeof bookingApi.ask>, language)
}
/** Returns the token in the link of the latest message. */
async function token(): Promise<string> {
  await deliver()
  return /\/termin\/([\w-]+)/.exec((await latest()).mail.text ?? '')?.[1] ?? ''
}
const tuesday = async () => ({ slotRef: await addSlot(), startUtc: '2034-03-07T08:00:00Z' })
const encountersOf = async (id: string) =>
  (await admin.call(encounterApi.list, { params: { id }, query: {} })).answer.encounters.map((one) => one.encounterType)

beforeEach(async () => {
  smtp.received.length = 0
  await sql`delete from booking_request`.execute(database.kysely)
  await sql`delete from slot_hold`.execute(database.kysely)
})

test('the booking page is closed until an admin opens it, once an admin closes it, and while its booking user is disabled', async () => {
  const one = customer()
  const place = await tuesday()
  const everything = async () => [
    (await one.call(bookingApi.page, {})).body,
    (await one.call(bookingApi.slots, { query: { from: '2034-03-06', to: '2034-03-08' } })).status,
    (await one.call(bookingApi.hold, { body: place })).status,
  ]
  expect(await everything()).toEqual([{ open: false }, 404, 404])
  expect((await set({ bookingOpen: true })).problem.errors?.map(({ path }) => path)).toEqual([
    'mailboxRef',
    'bookingUserRef',
    'bookingAddress',
  ])
  expect((await set({ ...open, bookingAddress: 'javascript:alert(1)' })).status).toBe(400)
  expect((await set({ ...open, bookingAddress: 'https://crm.example.ch/termin?x' })).answer.bookingAddress).toBe(
    'https://crm.example.ch',
  )
  expect(await everything()).toEqual([{ open: true }, 200, 201])
  expect((await set({ bookingOpen: false })).answer).toMatchObject({ ...open, bookingOpen: false })
  expect(await everything()).toEqual([{ open: false }, 404, 404])
  await set({ bookingOpen: true })
  expect((await one.call(bookingApi.page, {})).body).toEqual({ open: true })
  await sql`update app_user set disabled = true where id = ${clerkId}`.execute(database.kysely)
  expect((await one.call(bookingApi.page, {})).body).toEqual({ open: false })
  // settings that became invalid later do not prevent other changes
  await sql`update mailbox set deleted_at = now() where id = ${mailbox}`.execute(database.kysely)
  expect((await set({})).answer).toMatchObject({ bookingOpen: true, mailboxRef: null, bookingUserRef: clerkId })
  await sql`update mailbox set deleted_at = null where id = ${mailbox}`.execute(database.kysely)
  await sql`update app_user set disabled = false where id = ${clerkId}`.execute(database.kysely)
  await set({ mailboxRef: mailbox })
  expect((await clerk.call(appointmentMailApi.changeSettings, { body: { ...open } as never })).status).toBe(403)
})

test('a customer holds a place, asks, confirms by link, moves and cancels, and is mailed each time', async () => {
  const hook = { title: 'Laden', url: 'https://localhost:9/', events: [...webhookEvents] }
  const { webhook } = (await admin.call(webhookApi.add, { body: hook })).answer
  const one = customer()
  const place = await tuesday()
  const query = { from: '2034-03-06', to: '2034-03-15' }
  const { body: times } = await one.call(bookingApi.slots, { query })
  // times, but no number of places
  expect(times.filter((time: { slotRef: string }) => time.slotRef === place.slotRef)).toEqual([
    { slotRef: place.slotRef, startUtc: '2034-03-07T08:00:00.000Z', endUtc: '2034-03-07T09:00:00.000Z' },
    { slotRef: place.slotRef, startUtc: '2034-03-14T08:00:00.000Z', endUtc: '2034-03-14T09:00:00.000Z' },
  ])
  const asked = await ask(one, place, { note: 'Feuerschale' }, 'fr')
  expect(asked).toMatchObject({ status: 202, body: undefined })
  const secret = await token()
  const { mail, raw, to } = await latest()
  expect(to).toEqual(['anna@example.test'])
  expect(mail.subject).toBe('Veuillez confirmer votre rendez-vous du mardi 7 mars 2034 à 09:00')
  expect(mail.text).toContain('https://crm.example.ch/termin/')
  // an unconfirmed address gets none of the typed text
  expect(raw).not.toMatch(/Anna|Beispiel|Feuerschale/)
  const params = { token: secret }
  expect((await one.call(bookingApi.get, { params })).body).toEqual({
    ...{ state: 'ASKED', startUtc: '2034-03-07T08:00:00.000Z', endUtc: '2034-03-07T09:00:00.000Z' },
    ...{ place: '', changeable: true, movable: false },
  })
  const list = { query: { start: '2034-03-01', end: '2034-03-31' } }
  const booked = async () =>
    (await user.call(appointmentApi.list, list)).answer.filter((a) => a.slotRef === place.slotRef)
  expect(await booked()).toEqual([])

  const confirmed = await one.call(bookingApi.confirm, { params }, 'fr')
  expect(confirmed.body).toMatchObject({ state: 'BOOKED', changeable: true, movable: true })
  expect(Object.keys(confirmed.body).sort()).toEqual(['changeable', 'endUtc', 'movable', 'place', 'startUtc', 'state'])
  expect(confirmed.headers[toldHeader]).toBeUndefined()
  expect((await one.call(bookingApi.confirm, { params })).body).toEqual(confirmed.body)
  const [appointment] = await booked()
  expect(await booked()).toMatchObject([
    { note: 'Feuerschale', createdBy: 'TERMIN_USER', contactName: 'Anna Beispiel' },
  ])
  const { answer: contact } = await user.call(contactApi.get, { params: { id: appointment?.contactRef ?? '' } })
  // later messages are in the language of the page
  expect(contact).toMatchObject({
    remarks: 'Créé par une réservation de rendez-vous',
    surname: 'Beispiel',
    language: 'FR',
  })

  const { rows } = await sql<{ id: string; kept: string }>`
    select id, given_name || surname || phone_number || note as kept from booking_request`.execute(database.kysely)
  expect(rows).toMatchObject([{ kept: '' }])
  const told = async () => {
    await tellOfBooking(appContext, { requestId: rows[0]?.id ?? '' })
    await deliver()
    return { subject: (await latest()).mail.subject, count: smtp.received.length }
  }
  expect(await told()).toEqual({ subject: 'Votre rendez-vous du 07.03.2034 09:00', count: 2 })
  expect((await told()).count).toBe(2)
  const moved = await one.call(bookingApi.move, { params, body: { ...place, startUtc: '2034-03-14T08:00:00Z' } })
  expect(moved.body).toMatchObject({ state: 'BOOKED', startUtc: '2034-03-14T08:00:00.000Z' })
  expect(await told()).toEqual({ subject: 'Modifié : votre rendez-vous du 14.03.2034 09:00', count: 3 })
  const cancelled = await one.call(bookingApi.cancel, { params })
  expect(cancelled.body).toMatchObject({ state: 'CANCELLED', changeable: false })
  expect(await told()).toEqual({ subject: 'Votre rendez-vous du 14.03.2034 09:00 est annulé', count: 4 })
  // webhooks are called for customers' actions too, without their texts
  const log = await admin.call(webhookApi.log, { params: { id: webhook.id }, query: {} })
  const { deliveries } = log.answer
  expect(deliveries.map(({ eventType }) => eventType)).toEqual([...webhookEvents].reverse())
  expect(JSON.stringify(deliveries)).not.toMatch(/Anna|Beispiel|Feuerschale/)
  await admin.call(webhookApi.remove, { params: { id: webhook.id } })
  expect((await one.call(bookingApi.cancel, { params })).body.code).toBe('APPOINTMENT_STATE')
  expect((await one.call(bookingApi.move, { params, body: place })).body.code).toBe('APPOINTMENT_STATE')
})

test('while the page is closed or mail is off, customers can still cancel and nothing new can be asked for', async () => {
  const one = customer()
  const place = await tuesday()
  const params = async () => {
    await ask(one, place)
    return { token: await token() }
  }
  const [booked, waiting, asked] = [await params(), await params(), await params()]
  await one.call(bookingApi.confirm, { params: booked })
  await sql`update mailbox set active = false where id = ${mailbox}`.execute(database.kysely)
  expect((await one.call(bookingApi.page, {})).body).toEqual({ open: false })
  expect((await one.call(bookingApi.hold, { body: place })).status).toBe(404)
  // a customer who has a link can still book
  expect((await one.call(bookingApi.confirm, { params: waiting })).body).toMatchObject({
    state: 'BOOKED',
    movable: true,
  })
  await sql`update mailbox set active = true where id = ${mailbox}`.execute(database.kysely)
  await set({ bookingOpen: false })
  expect((await one.call(bookingApi.get, { params: booked })).body).toMatchObject({ changeable: true, movable: false })
  expect((await one.call(bookingApi.get, { params: asked })).body).toMatchObject({ state: 'ASKED', changeable: false })
  const later = { ...place, startUtc: '2034-03-14T08:00:00Z' }
  expect((await one.call(bookingApi.move, { params: booked, body: later })).status).toBe(404)
  for (const link of [booked, waiting]) {
    expect((await one.call(bookingApi.cancel, { params: link })).body).toMatchObject({ state: 'CANCELLED' })
  }
  await set(open)
})

test('the booking page reveals neither whether a person is known nor what staff wrote about an appointment', async () => {
  const phone = { type: 'MOBILE' as const, number: '079 555 77 77' }
  const emailAddresses = [{ address: 'bekannt@example.test' }]
  const known = await buildContact({ surname: 'Geheim', emailAddresses, phoneNumbers: [phone] })
  const place = await tuesday()
  const outcomes: unknown[] = []
  for (const person of [
    { surname: 'Irgendwer', emailAddress: 'Bekannt@example.test' },
    { surname: 'Irgendwer', emailAddress: 'anders@example.test', phoneNumber: '+41 79 555 77 77' },
    { surname: 'Irgendwer', emailAddress: 'neu@example.test', phoneNumber: '079 555 88 88' },
  ]) {
    const one = customer()
    const asked = await ask(one, place, { person })
    const params = { token: await token() }
    const confirmed = await one.call(bookingApi.confirm, { params })
    outcomes.push([
      asked.status,
      asked.headers[toldHeader],
      confirmed.status,
      confirmed.body,
      confirmed.headers[toldHeader],
    ])
  }
  expect(outcomes[1]).toEqual(outcomes[0])
  expect(outcomes[2]).toEqual(outcomes[0])
  expect((await encountersOf(known.id)).filter((type) => type === 'APPOINTMENT')).toHaveLength(2)
  // a customer who is only known by phone number gets no message as that contact
  smtp.received.length = 0
  const { rows } = await sql<{ id: string; address: string }>`
    select id, email_address as address from booking_request order by created_at`.execute(database.kysely)
  for (const { id } of rows) await tellOfBooking(appContext, { requestId: id })
  await deliver()
  expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(['bekannt@example.test', 'neu@example.test'])

  // when all three places are taken, the answer suggests times without numbers
  const { body } = await customer().call(bookingApi.hold, { body: place })
  expect(body).toMatchObject({ code: 'SLOT_FULL', nextFree: [{ startUtc: expect.any(String) }, {}, {}, {}, {}] })
  expect(JSON.stringify(body)).not.toMatch(/capacity|free"/)
})

test('a contact saved with a Punycode address who books with the Unicode one is confirmed and reminded once', async () => {
  const [saved, typed] = ['anna@xn--mller-kva.ch', 'anna@müller.ch']
  const { id, emailAddresses } = await buildContact({ emailAddresses: [{ address: 'spaeter@spelt.example' }] })
  const write = (address: string) =>
    sql`update email_address set address = ${address} where id = ${emailAddresses[0]?.id}`.execute(database.kysely)
  await write(saved)
  const one = customer()
  await ask(one, await tuesday(), { person: { ...anna, emailAddress: typed } })
  await one.call(bookingApi.confirm, { params: { token: await token() } })
  expect(await encountersOf(id)).toContain('APPOINTMENT')
  const { rows } = await sql<{ id: string; appointment: string }>`
    select id, appointment_id as appointment from booking_request`.execute(database.kysely)
  smtp.received.length = 0
  await tellOfBooking(appContext, { requestId: rows[0]?.id ?? '' })
  await deliver()
  expect(smtp.received).toHaveLength(1)

  // a confirmation to the earlier spelling leads to a reminder at the current one
  await write(typed)
  await set({ reminderHours: 48 })
  await sql`
    update appointment set start_at = now() + interval '1 day', end_at = now() + interval '25 hours' where id = ${rows[0]?.appointment}`.execute(
    database.kysely,
  )
  await sql`update appointment_mail set sent_at = now() - interval '3 days'`.execute(database.kysely)
  await remindOfAppointments(appContext)
  await write(saved)
  await remindOfAppointments(appContext)
  await deliver()
  expect(smtp.received).toHaveLength(2)
  await set({ reminderHours: 0 })
})

test('a booking link expires after a day, can still book after its hold expired, and hides reasons of staff', async () => {
  const one = customer()
  const place = await tuesday()
  await ask(one, place)
  const params = { token: await token() }
  expect((await one.call(bookingApi.get, { params: { token: 'x'.repeat(32) } })).status).toBe(404)
  expect((await one.call(bookingApi.move, { params, body: place })).body.code).toBe('APPOINTMENT_STATE')
  await sql`update slot_hold set expires_at = now() - interval '1 second'`.execute(database.kysely)
  // another customer may take the place, otherwise it is still booked
  expect((await one.call(bookingApi.confirm, { params })).body.state).toBe('BOOKED')
  const alone = { slotRef: await addSlot({ capacity: 1 }), startUtc: place.startUtc }
  await ask(one, alone)
  const missed = { token: await token() }
  await sql`update slot_hold set expires_at = now() - interval '1 second'`.execute(database.kysely)
  const contactRef = (await buildContact({ surname: 'Schneller' })).id
  await clerk.call(appointmentApi.add, { body: { ...alone, contactRef } })
  expect((await one.call(bookingApi.confirm, { params: missed })).body).toMatchObject({ code: 'SLOT_FULL' })
  await ask(one, place)
  const late = { token: await token() }
  await sql`update booking_request set created_at = now() - interval '25 hours'`.execute(database.kysely)
  expect((await one.call(bookingApi.confirm, { params: late })).status).toBe(404)
  expect((await one.call(bookingApi.get, { params })).body.state).toBe('BOOKED')
  await forgetOldBookingRequests(appContext)
  const { rows } = await sql`select address from booking_request`.execute(database.kysely)
  expect(rows).toEqual([{ address: '' }])
  // a move or cancellation by staff is shown without its reason
  const [mine] = (
    await clerk.call(appointmentApi.list, { query: { start: '2034-03-07', end: '2034-03-07' } })
  ).answer.filter(({ slotRef, state }) => slotRef === place.slotRef && state === 'BOOKED')
  await clerk.call(appointmentApi.cancel, { params: { id: mine?.id ?? '' }, query: { reason: 'Kunde zahlt nie' } })
  const shown = await one.call(bookingApi.get, { params })
  expect(shown.body).toMatchObject({ state: 'CANCELLED' })
  expect(JSON.stringify(shown.body)).not.toContain('Kunde')
})

test('bots that are too fast or fill the hidden field, and customers who ask too often, book nothing', async () => {
  const slotRef = await addSlot({ capacity: 99 })
  const place = { slotRef, startUtc: '2034-03-07T08:00:00Z' }
  const one = customer()
  const { body: hold } = await one.call(bookingApi.hold, { body: place })
  const body = { ...place, holdRef: hold.id, person: anna }
  const quick = await one.call(bookingApi.ask, { body })
  expect(quick.body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfter: bookingLimits.secondsToFill })
  await wait()
  // a place that another customer holds cannot be used
  expect((await customer().call(bookingApi.ask, { body })).body.code).toBe('HOLD_EXPIRED')
  expect((await customer().call(bookingApi.release, { params: { id: hold.id } })).status).toBe(404)
  expect((await one.call(bookingApi.ask, { body: { ...body, website: 'https://spam.example' } })).status).toBe(202)
  await deliver()
  expect(smtp.received).toEqual([])
  expect((await one.call(bookingApi.ask, { body })).body.code).toBe('HOLD_EXPIRED')

  const greedy = customer()
  const holds = await Promise.all(
    Array.from({ length: bookingLimits.holds.ofAddress + 2 }, () => greedy.call(bookingApi.hold, { body: place })),
  )
  expect(holds.filter(({ status }) => status === 201)).toHaveLength(bookingLimits.holds.ofAddress)
  expect(holds.filter(({ status }) => status === 429)).toHaveLength(2)
  const kept = holds.find(({ status }) => status === 201)?.body.id
  expect((await greedy.call(bookingApi.release, { params: { id: kept } })).status).toBe(204)

  // each address gets a limited number of links a day, whoever asks; the answer does not tell
  const statuses: number[] = []
  for (let count = 0; count < bookingLimits.linksADay + 1; count++) statuses.push((await ask(customer(), place)).status)
  expect(new Set(statuses)).toEqual(new Set([202]))
  await deliver()
  expect(smtp.received).toHaveLength(bookingLimits.linksADay)

  const eager = customer()
  await sql`delete from slot_hold`.execute(database.kysely)
  const answers: number[] = []
  for (let count = 0; count < bookingLimits.requests.ofAddress + 1; count++) {
    const person = { surname: 'Viel', emailAddress: `viel${count}@example.test` }
    answers.push((await ask(eager, place, { person })).status)
    await sql`delete from slot_hold`.execute(database.kysely)
  }
  expect(answers.at(-1)).toBe(429)
  expect(answers.slice(0, -1).every((status) => status === 202)).toBe(true)
})

test('one e-mail address can have only a limited number of coming appointments', async () => {
  const slotRef = await addSlot({ capacity: 99, weekday: 'FRIDAY' })
  const place = { slotRef, startUtc: '2034-03-10T08:00:00Z' }
  const person = { surname: 'Oft', emailAddress: 'oft@example.test' }
  const codes: unknown[] = []
  for (let count = 0; count < bookingLimits.upcoming + 1; count++) {
    await sql`update booking_request set created_at = now() - interval '2 days'`.execute(database.kysely)
    const one = customer()
    await ask(one, place, { person })
    const { body } = await one.call(bookingApi.confirm, { params: { token: await token() } })
    codes.push(body.code ?? body.state)
  }
  expect(codes.slice(0, -1)).toEqual(Array(bookingLimits.upcoming).fill('BOOKED'))
  expect(codes.at(-1)).toBe('BOOKING_LIMIT')
})

test('the booking page refuses unbookable times and invalid input as the API for programs does', async () => {
  const slotRef = await addSlot({ leadTimeHours: 8760, validFrom: '2026-01-01' })
  const one = customer()
  const hold = async (startUtc: string) => (await one.call(bookingApi.hold, { body: { slotRef, startUtc } })).body
  expect((await hold('2026-01-06T08:00:00Z')).errors).toMatchObject([{ path: 'startUtc' }])
  // within the lead time of a year
  const soon = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  const { body } = await one.call(bookingApi.slots, { query: { from: soon, to: soon } })
  expect(body.filter((time: { slotRef: string }) => time.slotRef === slotRef)).toEqual([])
  expect((await hold('2034-03-07T09:00:00Z')).errors).toMatchObject([{ path: 'startUtc' }])
  const { body: kept } = await one.call(bookingApi.hold, { body: { slotRef, startUtc: '2034-03-07T08:00:00Z' } })
  await wait()
  const bad = await one.call(bookingApi.ask, {
    body: {
      slotRef,
      startUtc: '2034-03-07T08:00:00Z',
      holdRef: kept.id,
      person: { surname: '', emailAddress: 'nirgends' },
    },
  } as InputOf<typeof bookingApi.ask>)
  expect(bad.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    'person.emailAddress',
    'person.surname',
  ])
})

test('of two requests at once for the last link an address may get that day, one is sent', async () => {
  const place = { slotRef: await addSlot({ capacity: 9 }), startUtc: '2034-03-07T08:00:00Z' }
  for (let count = 1; count < bookingLimits.linksADay; count++) await ask(customer(), place)
  const holds: { one: Customer; holdRef: string }[] = []
  for (const one of [customer(), customer()])
    holds.push({ one, holdRef: (await one.call(bookingApi.hold, { body: place })).body.id })
  await wait()
  const both = () =>
    Promise.all(
      holds.map(({ one, holdRef }) =>
        one.call(bookingApi.ask, { body: { ...place, holdRef, person: anna } } as InputOf<typeof bookingApi.ask>),
      ),
    )
  const answers = await atOnceWith(database, 'select from appointment_setting for update', both, 2)
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  await deliver()
  expect(smtp.received).toHaveLength(bookingLimits.linksADay)
})
