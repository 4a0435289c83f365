import { expect, test } from 'vitest'
import { appointmentApi, type NewAppointment } from '#contract/calendars/appointments'
import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { masterData } from '#contract/lists/master-data'
import { accessKeyApi } from '#contract/users/access-keys'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'

const { app, as, database } = await testApp()
const buildContact = contactFactory(as)
const [admin, user, clerk] = [as('ADMIN'), as('USER'), as('TERMIN_USER')]
const users = (await admin.call(userApi.list, {})).answer
const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? ''
const contact = await buildContact({ surname: 'Feuer' })

const slotOf = (more: object = {}) => ({
  ...{ weekday: 'TUESDAY' as const, startTime: '09:00', endTime: '10:30', capacity: 2, validFrom: '2026-01-01' },
  ...more,
})
const addSlot = async (more: object = {}) =>
  (await admin.call(masterData.predefinedTimeSlots.add, { body: slotOf(more) })).answer
const slotsIn = async (from: string, to = from) =>
  (await clerk.call(appointmentApi.slots, { query: { from, to } })).answer
const book = (body: Partial<NewAppointment>, by = clerk) =>
  by.call(appointmentApi.add, { body: { contactRef: contact.id, startUtc: '2034-03-07T08:00:00Z', ...body } })

const keyFor = async (name: string) =>
  (await admin.call(accessKeyApi.add, { body: { title: 'Buchung', scope: 'BOOKING', userRef: idOf(name) } })).answer.key
const key = await keyFor('TERMIN_API')
const program =
  (secret: string) =>
  async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, name?: string) => {
    const headers = { authorization: `Bearer ${secret}`, ...(name ? { 'idempotency-key': name } : {}) }
    const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    return { status: answer.statusCode, body: answer.body ? answer.json() : undefined }
  }
const shop = program(key)
const anna = { givenName: 'Anna', surname: 'Beispiel', emailAddress: 'anna@example.org', phoneNumber: '079 555 01 01' }

test('an appointment without a slot is an encounter of its contact and can be moved, missed and cancelled', async () => {
  const times = { startUtc: '2026-01-06T08:00:00.000Z', endUtc: '2026-01-06T09:00:00.000Z' }
  const body = {
    ...times,
    title: 'Beratung',
    place: 'Ausstellung',
    note: 'Feuerschale',
    participantRefs: [idOf('USER')],
  }
  const { answer, status } = await book(body)
  expect(status).toBe(201)
  expect(answer).toMatchObject({
    ...body,
    contactRef: contact.id,
    contactName: contact.fullName,
    state: 'BOOKED',
    version: 1,
  })
  const timeline = (await clerk.call(encounterApi.list, { params: { id: contact.id }, query: {} })).answer.encounters
  expect(timeline).toMatchObject([
    {
      id: answer.id,
      encounterType: 'APPOINTMENT',
      originalKnownSince: times.startUtc,
      appointment: { ...times, state: 'BOOKED' },
    },
  ])
  const params = { id: answer.id }
  const moved = await user.call(appointmentApi.update, {
    params,
    body: { version: 1, startUtc: '2026-01-07T08:00:00Z' },
  })
  expect(moved.answer).toMatchObject({
    version: 2,
    startUtc: '2026-01-07T08:00:00.000Z',
    endUtc: '2026-01-07T09:00:00.000Z',
    title: 'Beratung',
  })
  const late = await user.call(appointmentApi.update, { params, body: { version: 1, title: 'Später' } })
  expect(late.problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 2 } })
  const missed = await clerk.call(appointmentApi.miss, { params, body: { version: 2 } })
  expect(missed.answer).toMatchObject({ state: 'MISSED', version: 3 })
  expect((await clerk.call(appointmentApi.cancel, { params, query: {} })).problem.code).toBe('APPOINTMENT_STATE')
  // a new time resets the state
  const again = await clerk.call(appointmentApi.update, {
    params,
    body: { version: 3, startUtc: '2034-01-08T08:00:00Z' },
  })
  expect(again.answer.state).toBe('BOOKED')
  expect((await clerk.call(appointmentApi.miss, { params, body: { version: 4 } })).problem.code).toBe(
    'APPOINTMENT_STATE',
  )
  const cancelled = await clerk.call(appointmentApi.cancel, { params, query: { reason: 'krank' } })
  expect(cancelled.answer).toMatchObject({ state: 'CANCELLED', reason: 'krank', version: 5 })
  expect((await clerk.call(appointmentApi.cancel, { params, query: {} })).answer.version).toBe(5)
  expect((await clerk.call(appointmentApi.update, { params, body: { version: 5, title: 'x' } })).problem.code).toBe(
    'APPOINTMENT_STATE',
  )
})

test('the calendar lists the appointments that overlap a period, of everybody or of one person', async () => {
  const own = { endUtc: '2035-05-02T08:00:00Z', startUtc: '2035-04-29T08:00:00Z', participantRefs: [idOf('ADMIN')] }
  const long = (await book(own)).answer.id
  const short = (await book({ startUtc: '2035-05-01T21:30:00Z', endUtc: '2035-05-01T22:30:00Z' })).answer.id
  const ids = async (start: string, end: string, userRef?: string) =>
    (await user.call(appointmentApi.list, { query: { start, end, ...(userRef ? { userRef } : {}) } })).answer.map(
      ({ id }) => id,
    )
  expect(await ids('2035-05-01', '2035-05-01')).toEqual([long, short])
  expect(await ids('2035-05-02', '2035-05-03')).toEqual([long, short])
  expect(await ids('2035-05-03', '2035-05-03')).toEqual([])
  expect(await ids('2035-05-01', '2035-05-31', idOf('ADMIN'))).toEqual([long])
  expect(
    (await user.call(appointmentApi.list, { query: { start: '2035-05-01', end: '2035-07-03' } })).problem.errors,
  ).toMatchObject([{ path: 'end' }])
  const { answer } = await clerk.call(appointmentApi.days, { query: { start: '2035-08-01', end: '2035-08-01' } })
  expect(answer.holidays).toMatchObject([{ day: '2035-08-01', regions: ['CH'] }])
})

test('an appointment in the calendar cannot be edited or deleted as an encounter until it is cancelled', async () => {
  const { answer } = await book({ startUtc: '2034-06-01T08:00:00Z', endUtc: '2034-06-01T09:00:00Z' })
  const params = { id: contact.id, encId: answer.id }
  const body = { version: 1, encounterType: 'TELEPHONE' as const, originalKnownSince: '2034-06-01T08:00:00Z' }
  expect((await user.call(encounterApi.update, { params, body })).problem.code).toBe('IN_CALENDAR')
  expect((await user.call(encounterApi.remove, { params })).problem.code).toBe('IN_CALENDAR')
  await user.call(appointmentApi.cancel, { params: { id: answer.id }, query: {} })
  expect((await user.call(encounterApi.remove, { params })).status).toBeLessThan(300)
  expect((await user.call(appointmentApi.get, { params: { id: answer.id } })).status).toBe(404)
})

test('slots and the calendar answer for at most 62 days, both included', async () => {
  const [from, whole, more] = ['2026-07-01', '2026-08-31', '2026-09-01']
  const spans = [whole, more].flatMap((to) => [
    clerk.call(appointmentApi.slots, { query: { from, to } }),
    clerk.call(appointmentApi.list, { query: { start: from, end: to } }),
  ])
  const answers = await Promise.all(spans)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400])
  expect(answers[2]?.problem.errors).toMatchObject([{ path: 'to', code: 'span' }])
})

test('slots follow the local time of the company across both clock changes', async () => {
  const sunday = await addSlot({
    weekday: 'SUNDAY',
    startTime: '01:30',
    endTime: '03:30',
    validFrom: '2026-03-01',
    validUntil: '2026-10-25',
  })
  const lost = await addSlot({
    weekday: 'SUNDAY',
    startTime: '02:30',
    endTime: '03:30',
    validFrom: '2026-03-29',
    validUntil: '2026-03-29',
  })
  const of = async (from: string, ref: string) => (await slotsIn(from)).filter(({ slotRef }) => slotRef === ref)
  expect(await of('2026-03-22', sunday.id)).toMatchObject([
    { startUtc: '2026-03-22T00:30:00.000Z', endUtc: '2026-03-22T02:30:00.000Z' },
  ])
  expect(await of('2026-03-29', sunday.id)).toMatchObject([
    { startUtc: '2026-03-29T00:30:00.000Z', endUtc: '2026-03-29T01:30:00.000Z' },
  ])
  expect(await of('2026-10-25', sunday.id)).toMatchObject([
    { startUtc: '2026-10-24T23:30:00.000Z', endUtc: '2026-10-25T02:30:00.000Z' },
  ])
  // a time that does not exist, because the clocks go forward
  expect(await of('2026-03-29', lost.id)).toEqual([])
  const none = await book({ slotRef: lost.id, startUtc: '2026-03-29T01:30:00Z' })
  expect(none.problem.errors).toMatchObject([
    { path: 'startUtc', detail: 'Zu dieser Zeit gibt es keinen buchbaren Termin' },
  ])
  const over = await admin.call(masterData.predefinedTimeSlots.add, {
    body: slotOf({ startTime: '23:00', endTime: '01:00' }),
  })
  expect(over.problem.errors).toMatchObject([{ path: 'endTime' }])
  const buffer = await admin.call(masterData.predefinedTimeSlots.add, { body: slotOf({ bufferMinutes: 90 }) })
  expect(buffer.problem.errors).toMatchObject([{ path: 'bufferMinutes' }])
})

test('a full slot names the next free ones, and its capacity cannot fall below the places booked', async () => {
  const slot = await addSlot({ bufferMinutes: 15 })
  const place = { slotRef: slot.id, startUtc: '2034-03-07T08:00:00Z' }
  const first = await book(place)
  expect(first.answer).toMatchObject({ endUtc: '2034-03-07T09:15:00.000Z', slotRef: slot.id })
  await book(place)
  expect(await slotsIn('2034-03-07')).toMatchObject([{ slotRef: slot.id, capacity: 2, free: 0 }])
  const full = await book(place)
  expect(full.status).toBe(409)
  expect(full.problem).toMatchObject({
    code: 'SLOT_FULL',
    nextFree: [{ slotRef: slot.id, startUtc: '2034-03-14T08:00:00.000Z' }, {}, {}, {}, {}],
  })
  const { id, ...values } = slot
  const fewer = await admin.call(masterData.predefinedTimeSlots.update, {
    params: { id },
    body: { ...values, capacity: 1 },
  })
  expect(fewer.problem.errors).toMatchObject([{ path: 'capacity' }])
  expect((await admin.call(masterData.predefinedTimeSlots.remove, { params: { id } })).problem).toMatchObject({
    code: 'IN_USE',
    usedBy: [{ what: 'appointment', count: 2 }],
  })
  // a cancelled or moved appointment frees its place
  await clerk.call(appointmentApi.cancel, { params: { id: first.answer.id }, query: {} })
  const second = await book(place)
  expect(second.status).toBe(201)
  const away = { params: { id: second.answer.id }, body: { version: 1, slotRef: id, startUtc: '2034-03-14T08:00:00Z' } }
  expect((await clerk.call(appointmentApi.update, away)).answer.startUtc).toBe('2034-03-14T08:00:00.000Z')
  expect(await slotsIn('2034-03-07')).toMatchObject([{ free: 1 }])
  expect((await book({ slotRef: id, startUtc: '2026-01-06T08:00:00Z' })).problem.errors).toMatchObject([
    { path: 'startUtc', detail: 'Diese Zeit liegt in der Vergangenheit' },
  ])
  // nor on an excluded day
  await admin.call(masterData.timeSlotExceptions.add, { body: { day: '2034-03-21', slotId: id } })
  expect(await slotsIn('2034-03-14')).toHaveLength(1)
  expect(await slotsIn('2034-03-21')).toEqual([])
  expect((await book({ slotRef: id, startUtc: '2034-03-21T08:00:00Z' })).problem.code).toBe('VALIDATION')
})

test('concurrent bookings fill exactly the free places of a slot, counting held places', async () => {
  const slot = await addSlot({ weekday: 'MONDAY', capacity: 5 })
  const place = { slotRef: slot.id, startUtc: '2034-09-04T07:00:00Z' }
  const held = await shop('POST', '/api/appointments/holds', place)
  expect(held.status).toBe(201)
  const people = Array.from({ length: 12 }, (_, at) => ({
    ...anna,
    emailAddress: `person${at}@example.org`,
    phoneNumber: '',
  }))
  const answers = await Promise.all([
    ...people.map((person) => shop('POST', '/api/appointments', { ...place, person })),
    ...Array.from({ length: 8 }, () => book(place)),
  ])
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(16)
  const kept = await shop('POST', '/api/appointments', { ...place, holdRef: held.body.id, person: anna })
  expect(kept.status).toBe(201)
  await expect(
    database.pool.query('update slot_day set taken = taken + 1 where slot_id = $1', [slot.id]),
  ).rejects.toThrow(/slot_day_capacity/)
})

test('a held place is free again when it is released or has expired', async () => {
  const slot = await addSlot({ weekday: 'WEDNESDAY', capacity: 1 })
  const place = { slotRef: slot.id, startUtc: '2034-09-06T07:00:00Z' }
  const { body } = await shop('POST', '/api/appointments/holds', place)
  expect((await shop('POST', '/api/appointments/holds', place)).status).toBe(409)
  expect((await clerk.call(appointmentApi.release, { params: { id: body.id } })).problem.code).toBe('NOT_FOUND')
  expect((await shop('DELETE', `/api/appointments/holds/${body.id}`)).status).toBe(204)
  expect((await shop('POST', '/api/appointments/holds', place)).status).toBe(201)
  await database.pool.query(`update slot_hold set expires_at = now() - interval '1 second' where slot_id = $1`, [
    slot.id,
  ])
  expect(await slotsIn('2034-09-06')).toMatchObject([{ free: 1 }])
  expect((await book(place)).status).toBe(201)
  expect(await slotsIn('2034-09-06')).toMatchObject([{ free: 0 }])
})

test('a program books for a contact found by e-mail, then by phone, or for a new one', async () => {
  const known = await buildContact({
    surname: 'Bekannt',
    emailAddresses: [{ address: 'bekannt@example.org' }],
    phoneNumbers: [{ type: 'MOBILE', number: '079 555 02 02' }],
  })
  const slot = await addSlot({ weekday: 'THURSDAY', capacity: 50, leadTimeHours: 48 })
  const place = { slotRef: slot.id, startUtc: '2034-09-07T07:00:00Z' }
  const bookFor = async (person: object, name?: string) =>
    (await shop('POST', '/api/appointments', { ...place, person }, name)).body
  expect(await bookFor({ surname: 'Egal', emailAddress: 'Bekannt@Example.org' })).toMatchObject({
    contactRef: known.id,
    contactName: '',
  })
  expect((await bookFor({ surname: 'Egal', phoneNumber: '+41 79 555 02 02' })).contactRef).toBe(known.id)
  const made = await bookFor({ ...anna, emailAddress: 'neu@example.org' }, 'buchung-1')
  const { answer } = await user.call(contactApi.get, { params: { id: made.contactRef } })
  expect(answer).toMatchObject({
    surname: 'Beispiel',
    remarks: 'Bei einer Terminbuchung angelegt',
    phoneNumbers: [{ type: 'MOBILE' }],
  })
  // the same request again gets the same answer; a different one with the same key is refused
  expect(await bookFor({ ...anna, emailAddress: 'neu@example.org' }, 'buchung-1')).toEqual(made)
  expect(await bookFor({ ...anna, surname: 'Andere' }, 'buchung-1')).toMatchObject({
    code: 'IDEMPOTENCY_KEY_USED',
    status: 422,
  })
  const bad = await shop('POST', '/api/appointments', { ...place, person: { givenName: 'Anna' } })
  expect(bad.body.errors).toMatchObject([{ path: 'person.emailAddress' }])
})

test('a program sees only slots and its own bookings', async () => {
  const slot = await addSlot({ weekday: 'FRIDAY', capacity: 9, validFrom: '2034-10-01' })
  const place = { slotRef: slot.id, startUtc: '2034-10-06T07:00:00Z' }
  const foreign = (await book(place)).answer
  const own = (await shop('POST', '/api/appointments', { ...place, person: anna })).body
  expect((await shop('GET', '/api/appointments/slots?from=2034-10-06&to=2034-10-06')).body).toMatchObject([{ free: 7 }])
  expect((await shop('GET', '/api/appointments?start=2034-10-06&end=2034-10-06')).body).toMatchObject([{ id: own.id }])
  expect((await shop('GET', `/api/appointments/${own.id}`)).status).toBe(200)
  expect((await shop('GET', `/api/appointments/${foreign.id}`)).status).toBe(404)
  expect((await shop('DELETE', `/api/appointments/${foreign.id}`)).status).toBe(404)
  expect((await shop('GET', '/api/appointments/_days?start=2034-10-06&end=2034-10-06')).status).toBe(401)
  const free = { startUtc: '2034-10-06T12:00:00Z', endUtc: '2034-10-06T13:00:00Z' }
  expect((await shop('POST', '/api/appointments', { ...free, person: anna })).body.errors).toMatchObject([
    { path: 'slotRef' },
  ])
  expect((await shop('POST', '/api/appointments', { ...place, contactRef: contact.id })).body.errors).toMatchObject([
    { path: 'contactRef' },
  ])
  expect((await shop('PUT', `/api/appointments/${own.id}`, { version: 1, ...free })).body.errors).toMatchObject([
    { path: 'slotRef' },
  ])
  const next = await shop('PUT', `/api/appointments/${own.id}`, {
    version: 1,
    slotRef: slot.id,
    startUtc: '2034-10-13T07:00:00Z',
  })
  expect(next.body).toMatchObject({ version: 2, startUtc: '2034-10-13T07:00:00.000Z' })
  expect((await shop('DELETE', `/api/appointments/${own.id}`)).body.state).toBe('CANCELLED')
  // keys of the same user see the same appointments, keys of other users do not
  expect((await program(await keyFor('USER'))('GET', `/api/appointments/${own.id}`)).status).toBe(404)
  expect(
    (
      await program('019a0000-0000-7000-8000-000000000000.xxxxxxxxxxxxxxxxxxxxxxxx')(
        'GET',
        '/api/appointments/slots?from=2034-10-06&to=2034-10-06',
      )
    ).status,
  ).toBe(401)
  expect(
    (await as('PROJECT_MANAGER').call(appointmentApi.list, { query: { start: '2034-10-06', end: '2034-10-06' } }))
      .status,
  ).toBe(403)
})

test('a user who may not add contacts can book for existing contacts only', async () => {
  const slot = await addSlot({ weekday: 'SATURDAY', capacity: 9 })
  const { body } = {
    body: {
      slotRef: slot.id,
      startUtc: '2034-10-07T07:00:00Z',
      person: { ...anna, emailAddress: 'fremd@example.org', phoneNumber: '' },
    },
  }
  expect((await clerk.call(appointmentApi.add, { body })).status).toBe(403)
  expect((await user.call(appointmentApi.add, { body })).status).toBe(201)
  const wrong = await book({ startUtc: '2034-10-07T07:00:00Z', endUtc: '2034-10-07T06:00:00Z' })
  expect(wrong.problem.errors).toMatchObject([{ path: 'endUtc' }])
  const long = await book({ startUtc: '2034-10-07T07:00:00Z', endUtc: '2034-12-07T06:00:00Z' })
  expect(long.problem.errors).toMatchObject([{ path: 'endUtc', detail: 'Ein Termin dauert höchstens 31 Tage' }])
  const nobody = { participantRefs: ['019a0000-0000-7000-8000-000000000000'], endUtc: '2034-10-07T08:00:00Z' }
  expect((await book({ ...nobody, startUtc: '2034-10-07T07:00:00Z' })).problem.errors).toMatchObject([
    { path: 'participantRefs' },
  ])
})
