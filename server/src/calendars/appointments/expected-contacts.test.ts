import { expect, test } from 'vitest'
import { appointmentApi } from '#contract/calendars/appointments'
import { contactApi } from '#contract/contacts/contacts'
import { mergeApi } from '#contract/contacts/merges'
import { contactRecordApi } from '#contract/contacts/records'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { inTransaction, systemActor } from '../../http/context.ts'
import { holdAppointment } from './find-appointment.ts'

const { as, appContext, database } = await testApp()
const buildContact = contactFactory(as)
const [admin, clerk] = [as('ADMIN'), as('TERMIN_USER')]

test('a contact with a coming appointment can neither be deleted nor erased', async () => {
  const contact = await buildContact({ surname: 'Erwartet' })
  const params = { id: contact.id }
  const book = (day: string) => {
    const body = { contactRef: contact.id, startUtc: `${day}T08:00:00Z`, endUtc: `${day}T09:00:00Z` }
    return clerk.call(appointmentApi.add, { body })
  }
  const erase = () => admin.call(contactRecordApi.erase, { params, body: { name: contact.fullName } })
  const booked = await book('2034-10-02')
  expect((await admin.call(contactApi.remove, { params })).problem.code).toBe('HAS_APPOINTMENTS')
  expect((await erase()).problem.code).toBe('HAS_APPOINTMENTS')
  const reason = 'liegt im Spital'
  await clerk.call(appointmentApi.cancel, { params: { id: booked.answer.id }, query: { reason } })
  expect((await admin.call(contactApi.remove, { params })).status).toBe(204)
  await admin.call(contactApi.restore, { params })
  expect((await book('2024-10-02')).status).toBe(201)
  expect((await erase()).status).toBe(204)
  const told = await database.pool.query('select from history where changes::text like $1', [`%${reason}%`])
  expect(told.rows).toEqual([])
})

test('moving a past appointment and deleting its contact at the same moment exclude each other', async () => {
  const past = async () => {
    const contact = await buildContact()
    const body = { contactRef: contact.id, startUtc: '2024-10-02T08:00:00Z', endUtc: '2024-10-02T09:00:00Z' }
    const { id, version } = (await clerk.call(appointmentApi.add, { body })).answer
    const startUtc = '2034-10-02T08:00:00Z'
    return {
      move: () => clerk.call(appointmentApi.update, { params: { id }, body: { version, startUtc } }),
      bin: () => admin.call(contactApi.remove, { params: { id: contact.id } }),
    }
  }
  const one = await past()
  const [moved, refused] = await callAtOnce(database, one.move, one.bin)
  expect([moved.status, refused.problem?.code]).toEqual([200, 'HAS_APPOINTMENTS'])
  const other = await past()
  const [binned, late] = await callAtOnce(database, other.bin, other.move)
  expect([binned.status, late.status]).toEqual([204, 404])
})

test('an appointment whose contact is merged while somebody waits for it holds its new contact', async () => {
  const [survivor, gone] = [await buildContact({ surname: 'Bleibt' }), await buildContact({ surname: 'Geht' })]
  const body = { contactRef: gone.id, startUtc: '2024-10-03T08:00:00Z', endUtc: '2024-10-03T09:00:00Z' }
  const { id } = (await clerk.call(appointmentApi.add, { body })).answer
  const contacts = await Promise.all(
    [survivor, gone].map(async (one) => {
      const { answer } = await admin.call(contactApi.get, { params: { id: one.id } })
      return { contactRef: one.id, version: answer.version }
    }),
  )
  const merge = () => admin.call(mergeApi.merge, { body: { survivorRef: survivor.id, contacts } })
  const hold = () =>
    inTransaction(appContext, systemActor(), async (ctx) => {
      await holdAppointment(ctx, id)
      const free = `select id from contact where id = $1 for update skip locked`
      return (await database.pool.query(free, [survivor.id])).rows
    })
  const [merged, free] = await callAtOnce(database, merge, hold)
  expect([merged.status, free]).toEqual([200, []])
})
