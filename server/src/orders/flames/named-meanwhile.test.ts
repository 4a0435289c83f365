import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addressApi } from '#contract/contacts/parts'
import { masterData } from '#contract/lists/master-data'
import { flameApi } from '#contract/orders/flames'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { flameFactory } from '../../../test/flames.ts'

// Stored cards and pickups of a flame show the present names of referenced records, even if both change at the same
// moment.

const { as, database } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]

async function kept(text: 'card' | 'entry', table: 'flame_card' | 'flame_pickup', flame: string) {
  const { rows } = await sql<{ json: string }>`
    select ${sql.ref(text)} as json from ${sql.table(table)} where flame_id = ${flame}`.execute(database.kysely)
  return JSON.parse(rows[0]?.json ?? '{}')
}

/** Both orders of naming a record and changing it. */
const orders = [
  ['named', 'changed'],
  ['changed', 'named'],
] as const
async function bothWays(order: readonly string[], name: () => Promise<{ status: number }>, change: typeof name) {
  const both = await (order[0] === 'named' ? callAtOnce(database, name, change) : callAtOnce(database, change, name))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
}

test('a flame added while its contact becomes a customer has the new type on its card', async () => {
  const contact = await buildContact({ customerType: 'POTENTIAL' })
  const { id: taskboardRef } = await buildBoard()
  const order = await buildFlame({ contactRef: contact.id, taskboardRef })
  const query = { toCustomer: 'true' as const }
  const [, added] = await callAtOnce(
    database,
    () => user.call(flameApi.archive, { params: { id: order.id }, query }),
    () => buildFlame({ contactRef: contact.id, taskboardRef }),
  )
  expect(await kept('card', 'flame_card', added.id)).toMatchObject({ customerType: 'PRIVATE' })
})

test.each(orders)(
  'the card shows the new city of an address that is %s and %s at the same moment',
  async (...order) => {
    const addresses = [{ addressType: 'HOME' as const, city: 'Bern', zipCode: '3000' }]
    const contact = await buildContact({ addresses })
    const subId = contact.addresses[0]?.id ?? ''
    const { id, version } = await buildFlame({ contactRef: contact.id })
    const dossier = { deliveryAddressRef: subId }
    const body = { version: 1, addressType: 'HOME' as const, city: 'Basel', zipCode: '4000' }
    await bothWays(
      order,
      () => user.call(flameApi.update, { params: { id }, body: { version, dossier } }),
      () => user.call(addressApi.update, { params: { id: contact.id, subId }, body }),
    )
    expect(await kept('card', 'flame_card', id)).toMatchObject({ destination: '4000 Basel' })
  },
)

test.each(orders)(
  'the card shows the new city of a shared address that is %s and %s at the same moment',
  async (...order) => {
    const addresses = [{ addressType: 'HOME' as const, city: 'Bern', zipCode: '3000', shareable: true }]
    const owner = await buildContact({ addresses })
    const subId = owner.addresses[0]?.id ?? ''
    const contact = await buildContact({ addresses: [{ addressType: 'HOME', sharedByContactPersonRef: owner.id }] })
    const { id, version } = await buildFlame({ contactRef: contact.id })
    const dossier = { deliveryAddressRef: contact.addresses[0]?.id ?? '' }
    const body = { version: 1, addressType: 'HOME' as const, city: 'Basel', zipCode: '4000' }
    await bothWays(
      order,
      () => user.call(flameApi.update, { params: { id }, body: { version, dossier } }),
      () => user.call(addressApi.update, { params: { id: owner.id, subId }, body }),
    )
    expect(await kept('card', 'flame_card', id)).toMatchObject({ destination: '4000 Basel' })
  },
)

test.each(orders)(
  'the pickup shows the new name of an agency that is %s and %s at the same moment',
  async (...order) => {
    const title = `Rauch ${order[0]}`
    const { answer: agency } = await admin.call(masterData.forwardingAgencies.add, { body: { title } })
    const { id, version } = await buildFlame({ dossier: { pickupDate: '2030-05-02T08:00:00Z' } })
    const dossier = { forwardingAgencyRef: agency.id }
    await bothWays(
      order,
      () => user.call(flameApi.update, { params: { id }, body: { version, dossier } }),
      () =>
        admin.call(masterData.forwardingAgencies.update, {
          params: { id: agency.id },
          body: { ...agency, title: `${title} Flug` },
        }),
    )
    expect(await kept('entry', 'flame_pickup', id)).toMatchObject({ forwardingAgency: `${title} Flug` })
  },
)

test('a pickup that gets its date while its agency is renamed shows the new name', async () => {
  const { answer: agency } = await admin.call(masterData.forwardingAgencies.add, { body: { title: 'Dampf' } })
  const { id, version } = await buildFlame({ dossier: { forwardingAgencyRef: agency.id } })
  const dossier = { pickupDate: '2030-05-02T08:00:00Z' }
  await callAtOnce(
    database,
    () => user.call(flameApi.update, { params: { id }, body: { version, dossier } }),
    () =>
      admin.call(masterData.forwardingAgencies.update, {
        params: { id: agency.id },
        body: { ...agency, title: 'Rauch' },
      }),
  )
  expect(await kept('entry', 'flame_pickup', id)).toMatchObject({ forwardingAgency: 'Rauch' })
})

test('an order archived while its billing country changes is counted in the new one', async () => {
  const addresses = [{ addressType: 'HOME' as const, city: 'Bern', zipCode: '3000', country: 'CH' }]
  const contact = await buildContact({ addresses })
  const subId = contact.addresses[0]?.id ?? ''
  const { id } = await buildFlame({ contactRef: contact.id, dossier: { billingAddressRef: subId } })
  const body = { version: 1, addressType: 'HOME' as const, city: 'Wien', zipCode: '1010', country: 'AT' }
  await callAtOnce(
    database,
    () => user.call(flameApi.archive, { params: { id }, query: {} }),
    () => user.call(addressApi.update, { params: { id: contact.id, subId }, body }),
  )
  const counted = database.kysely.selectFrom('flame_order').select('country').where('flame_id', '=', id)
  expect(await counted.execute()).toEqual([{ country: 'AT' }])
})

test('a flame delivered to a shared address is found and counted by the country of that address', async () => {
  const home = { addressType: 'HOME' as const, city: 'Bern', zipCode: '3000', country: 'CH' }
  const owner = await buildContact({ addresses: [{ ...home, shareable: true }] })
  const subId = owner.addresses[0]?.id ?? ''
  const sharer = await buildContact({ addresses: [{ ...home, sharedByContactPersonRef: owner.id }] })
  const { id } = await buildFlame({
    contactRef: sharer.id,
    dossier: { deliveryAddressRef: sharer.addresses[0]?.id ?? '' },
  })
  const found = await user.call(flameApi.search, { body: { country: 'CH', contactRef: sharer.id } })
  expect(found.answer.flames.map((flame) => flame.id)).toEqual([id])
  await user.call(flameApi.archive, { params: { id }, query: {} })
  const counted = database.kysely.selectFrom('flame_order').select('country').where('flame_id', '=', id)
  expect(await counted.execute()).toEqual([{ country: 'CH' }])
  const body = { ...home, version: 1, shareable: true, city: 'Wien', zipCode: '1010', country: 'AT' }
  expect((await user.call(addressApi.update, { params: { id: owner.id, subId }, body })).status).toBe(200)
  expect(await counted.execute()).toEqual([{ country: 'AT' }])
})
