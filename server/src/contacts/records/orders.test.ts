import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { contactRecordApi } from '#contract/contacts/records'
import { dossierApi } from '#contract/orders/dossiers'
import { flameApi } from '#contract/orders/flames'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'
import { unzip } from '../../../test/unzip.ts'

const { as, database } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]

const buildCustomer = (surname: string) =>
  buildContact({
    surname,
    addresses: ['Rechnung', 'Lieferung', 'Ferien'].map((word) => ({
      addressType: 'HOME' as const,
      street: `${surname} ${word} 1`,
    })),
    emailAddresses: [{ address: `${surname}@order.example`.toLowerCase() }],
  })
const articles = [{ productName: 'Feuerschale', quantity: 2 }]

test('erasing a contact keeps its orders with their addresses, names the reason, and removes other flames', async () => {
  const board = await buildBoard()
  const customer = await buildCustomer('Auftrag')
  const [billing, delivery] = customer.addresses
  const [ordered, archived, empty, binned] = await Promise.all(
    [{ articles, billingAddressRef: billing?.id, deliveryAddressRef: delivery?.id }, {}, {}, { articles }].map(
      (dossier) => buildFlame({ contactRef: customer.id, taskboardRef: board.id, dossier }),
    ),
  )
  await user.call(flameApi.archive, { params: { id: archived?.id ?? '' } })
  await user.call(flameApi.remove, { params: { id: binned?.id ?? '' } })
  const sold = await buildFlame({ taskboardRef: board.id, dossier: { articles, resellerRef: customer.id } })

  const preview = (await admin.call(contactRecordApi.preview, { params: { id: customer.id } })).answer
  expect(preview.stays).toEqual([
    { what: 'address', count: 2, because: 'ORDER' },
    { what: 'dossier', count: 2, because: 'RETENTION' },
  ])
  expect(Object.fromEntries(preview.goes.map(({ what, count }) => [what, count]))).toMatchObject({
    contact: 1,
    address: 1,
    email_address: 1,
    encounter: 1,
    flame: 2,
  })
  // The order of another contact that this one sold only loses the reference.
  expect(preview.goes.some(({ what }) => what === 'dossier')).toBe(false)
  const body = { name: 'Anna Auftrag' }
  expect((await admin.call(contactRecordApi.erase, { params: { id: customer.id }, body })).status).toBe(204)

  const statusOf = async (id = '') => (await user.call(flameApi.get, { params: { id } })).status
  expect(await statusOf(empty?.id)).toBe(404)
  expect(await statusOf(binned?.id)).toBe(404)
  const kept = (await user.call(flameApi.get, { params: { id: ordered?.id ?? '' } })).answer
  expect(kept.dossier).toMatchObject({
    contactRef: customer.id,
    contact: { fullName: '' },
    certificateName: 'Anna Auftrag',
    billingAddressRef: billing?.id,
    deliveryAddressRef: delivery?.id,
    articles: [{ productName: 'Feuerschale' }],
  })
  const parts = (await user.call(dossierApi.keptParts, { params: { id: ordered?.id ?? '' } })).answer
  expect(parts.addresses.map(({ street }) => street).sort()).toEqual(['Auftrag Lieferung 1', 'Auftrag Rechnung 1'])
  expect(parts).toMatchObject({ phoneNumbers: [], emailAddresses: [] })
  expect((await user.call(dossierApi.keptParts, { params: { id: empty?.id ?? '' } })).status).toBe(404)
  expect((await user.call(flameApi.get, { params: { id: archived?.id ?? '' } })).answer.archivedUtc).not.toBeNull()
  expect((await user.call(flameApi.get, { params: { id: sold.id } })).answer.dossier.resellerRef).toBeNull()
  const { rows } = await database.pool.query('select street from address where contact_id = $1 order by street', [
    customer.id,
  ])
  expect(rows.map(({ street }) => street)).toEqual(['Auftrag Lieferung 1', 'Auftrag Rechnung 1'])
  const mails = await database.pool.query('select from email_address where contact_id = $1', [customer.id])
  expect(mails.rows).toEqual([])
  expect((await user.call(contactApi.get, { params: { id: customer.id } })).problem.code).toBe('ERASED')
  const orphans = await database.pool.query('select from flame where id not in (select flame_id from dossier)')
  expect(orphans.rows).toEqual([])
})

test('an e-mail address and number kept by an order are free for a new contact', async () => {
  const emailAddresses = [{ address: 'wieder@order.example' }]
  const phoneNumbers = [{ type: 'MOBILE' as const, number: '079 500 00 09' }]
  const customer = await buildContact({ surname: 'Wieder', emailAddresses, phoneNumbers })
  const dossier = {
    articles,
    avisEmailRef: customer.emailAddresses[0]?.id,
    avisPhoneNumberRef: customer.phoneNumbers[0]?.id,
  }
  const flame = await buildFlame({ contactRef: customer.id, dossier })
  await admin.call(contactRecordApi.erase, { params: { id: customer.id }, body: { name: 'Anna Wieder' } })
  const again = await user.call(contactApi.add, {
    body: { surname: 'Wieder', emailAddresses, phoneNumbers },
    query: {},
  })
  expect(again.answer).toMatchObject({ emailAddresses, phoneNumbers: [{ number: '+41795000009' }] })
  const parts = (await user.call(dossierApi.keptParts, { params: { id: flame.id } })).answer
  expect(parts).toMatchObject({ emailAddresses, phoneNumbers: [{ number: '+41795000009' }] })
})

test('erasing a contact whose flames hold no order leaves nothing', async () => {
  const customer = await buildCustomer('Leer')
  const flame = await buildFlame({ contactRef: customer.id, dossier: { billingAddressRef: customer.addresses[0]?.id } })
  const preview = (await admin.call(contactRecordApi.preview, { params: { id: customer.id } })).answer
  expect(preview.stays).toEqual([])
  const historyCount = async () => (await database.pool.query('select from history')).rows.length
  const before = await historyCount()
  const body = { name: 'Anna Leer' }
  expect((await admin.call(contactRecordApi.erase, { params: { id: customer.id }, body })).status).toBe(204)
  expect((await user.call(flameApi.get, { params: { id: flame.id } })).status).toBe(404)
  const left = await database.pool.query('select from contact where id = $1', [customer.id])
  expect(left.rows).toEqual([])
  const told = await database.pool.query(`select * from history where root_id = $1 or changes::text like '%Leer%'`, [
    flame.id,
  ])
  expect(told.rows).toEqual([])
  const goes = before - (await historyCount())
  expect(preview.goes.find(({ what }) => what === 'history')?.count).toBe(goes)
})

test('the record holds the orders of the contact, not those that it only sold', async () => {
  const customer = await buildCustomer('Auskunft')
  const flame = await buildFlame({ contactRef: customer.id, dossier: { articles } })
  await buildFlame({ dossier: { articles, resellerRef: customer.id, notes: 'Sache eines anderen' } })
  const { response } = await admin.call(contactRecordApi.archive, { params: { id: customer.id } })
  const files = unzip(response.rawPayload)
  const json = (name: string) => JSON.parse(files.get(name) ?? 'null')
  expect(json('dossier.json')).toMatchObject([{ flame_id: flame.id }])
  expect(json('dossier_article.json')).toMatchObject([{ flame_id: flame.id, product_name: 'Feuerschale' }])
  expect([...files.values()].join()).not.toContain('Sache eines anderen')
})
