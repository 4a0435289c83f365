import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callApi } from '#contract/calls/calls'
import { telephonyApi } from '#contract/calls/telephony'
import { contactApi } from '#contract/contacts/contacts'
import { testApp } from '../../test/app.ts'
import { contactFactory, withoutTriggers } from '../../test/contacts.ts'
import { rowsRead } from '../../test/rows-read.ts'
import { vacuum } from '../../test/vacuum.ts'
import { isOwn } from './candidates.ts'

const { as, database } = await testApp()
const { kysely } = database
const buildContact = contactFactory(as)
await sql`update app_user set extensions = '21' where username = 'USER'`.execute(kysely)

async function tell(event: 'RINGING' | 'ANSWERED' | 'ENDED', callId: string, from: string) {
  const body = { event, callId, from, to: '21', provider: 'GENERIC' as const }
  expect((await as('ADMIN').call(telephonyApi.send, { body })).status).toBe(204)
}
const ownCalls = async () => (await as('USER').call(callApi.own, {})).answer

test('contacts with the same home address count as one household, shared or written separately', async () => {
  const home = { addressType: 'HOME' as const, street: 'Höhenweg 3', zipCode: '8400', city: 'Winterthur' }
  const owner = await buildContact({ phoneNumbers: [{ type: 'LANDLINE', number: '052 200 00 01' }], addresses: [home] })
  const partner = await buildContact({ surname: 'Partner', addresses: [{ ...home, street: 'höhenweg 3' }] })
  await buildContact({ surname: 'Nachbar', addresses: [{ ...home, street: 'Höhenweg 5' }] })
  await buildContact({ surname: 'Laden', addresses: [{ ...home, addressType: 'BUSINESS' }] })
  await tell('RINGING', 'household', '+41522000001')
  const [call] = await ownCalls()
  const { answer } = await as('USER').call(callApi.candidates, { params: { id: call?.id ?? '' } })
  expect(answer.map(({ contactRef, reason }) => [contactRef, reason])).toEqual([
    [owner.id, 'EXACT'],
    [partner.id, 'HOUSEHOLD'],
  ])
})

test('a call from an unknown number belongs to the contact who gets the number later', async () => {
  for (const event of ['RINGING', 'ANSWERED', 'ENDED'] as const) await tell(event, 'unknown', '+41522000099')
  expect((await ownCalls())[0]).toMatchObject({ state: 'ENDED', contactRef: null })
  const { id } = await buildContact({ surname: 'Neu', phoneNumbers: [{ type: 'LANDLINE', number: '052 200 00 99' }] })
  const [call] = await ownCalls()
  expect(call).toMatchObject({ contactRef: id, contactName: 'Anna Neu' })
  const input = { params: { id: call?.id ?? '' }, body: { contactRef: id } }
  expect((await as('USER').call(callApi.addEncounter, input)).answer).toMatchObject({ contactRef: id })
  expect((await as('USER').call(contactApi.remove, { params: { id } })).status).toBe(204)
  expect((await ownCalls())[0]).toMatchObject({ contactRef: null })
})

test('the owner of a number is found by an index among thousands of numbers', async () => {
  const { id } = await buildContact({ surname: 'Viele' })
  await withoutTriggers(database, (db) =>
    sql`
      insert into phone_number (contact_id, type, number)
      select ${id}, 'LANDLINE', '+4143' || n from generate_series(1000000, 1005000) n`.execute(db),
  )
  await vacuum(kysely)
  const whose = sql`select p.contact_id from phone_number p where p.number = '+41431004999' and ${isOwn}`
  expect(await rowsRead(database.pool, () => whose.execute(kysely))).toBe(1)
})
