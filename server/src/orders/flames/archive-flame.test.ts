import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { productApi } from '#contract/lists/master-data'
import { flameApi } from '#contract/orders/flames'
import { historyApi } from '#contract/together/history'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { article, flameFactory } from '../../../test/flames.ts'

const { as, database } = await testApp()
const { buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const nowhere = '01900000-0000-7000-8000-000000000000'
const boardOf = async (id: string, query: object = {}) =>
  (await user.call(flameApi.board, { params: { id }, query })).answer

describe('archiving a flame', () => {
  test('makes its contact a customer, and a potential one private or business', async () => {
    const build = async (overrides: object) => {
      const contact = await buildContact(overrides)
      const flame = await buildFlame({ contactRef: contact.id })
      await user.call(flameApi.archive, { params: { id: flame.id }, query: { toCustomer: 'true' } })
      return (await user.call(contactApi.get, { params: { id: contact.id } })).answer
    }
    const company = { companyName: 'Beispiel AG', givenName: '', surname: '' }
    expect(await build({ customerType: 'POTENTIAL' })).toMatchObject({ customer: true, customerType: 'PRIVATE' })
    expect(await build({ ...company, customerType: 'POTENTIAL' })).toMatchObject({ customerType: 'BUSINESS' })
    expect(await build({ ...company, customerType: 'RESELLER' })).toMatchObject({
      customer: true,
      customerType: 'RESELLER',
    })
    expect(await build({ customerType: null })).toMatchObject({ customer: true, customerType: null })
  })

  test('with the main product sets the latest purchase of the contact', async () => {
    const add = async (title: string, mainProduct: boolean) =>
      (await admin.call(productApi.add, { body: { title, mainProduct } })).answer.id
    const [ring, poker] = [await add('Ring', true), await add('Schürhaken', false)]
    const contact = await buildContact()
    const build = (productRef: string, dates: object) =>
      buildFlame({ contactRef: contact.id, dossier: { articles: [{ productRef }], ...dates } })
    const archive = async (flame: { id: string }, query: object = {}) =>
      expect((await user.call(flameApi.archive, { params: { id: flame.id }, query })).status).toBe(204)
    const calculated = async () =>
      (await user.call(flameApi.latestPurchase, { params: { id: contact.id } })).answer.latestPurchase
    const kept = async () => (await user.call(contactApi.get, { params: { id: contact.id } })).answer.latestPurchase

    await build(ring, { deliveryDate: '2030-12-31T08:00:00Z' })
    await archive(await build(poker, { deliveryDate: '2030-11-30T08:00:00Z' }))
    expect(await calculated()).toBeNull()
    await archive(await build(ring, { pickupDate: '2030-01-31T23:30:00Z' }))
    expect([await calculated(), await kept()]).toEqual(['2030-02-01', null])
    const latest = await build(ring, { pickupDate: '2030-01-01T08:00:00Z', deliveryDate: '2030-03-01T08:00:00Z' })
    await archive(latest, { refreshProductForContactId: contact.id })
    expect([await calculated(), await kept()]).toEqual(['2030-03-01', '2030-03-01'])
    await user.call(flameApi.remove, { params: { id: latest.id } })
    expect(await kept()).toBe('2030-02-01')
    await user.call(flameApi.revertDeleted, { params: { id: latest.id } })
    expect(await kept()).toBe('2030-03-01')
    await user.call(flameApi.revertArchived, { params: { id: latest.id } })
    expect(await kept()).toBe('2030-02-01')
    const unknown = { refreshProductForContactId: nowhere }
    expect((await user.call(flameApi.archive, { params: { id: latest.id }, query: unknown })).status).toBe(404)
    expect((await user.call(flameApi.latestPurchase, { params: { id: nowhere } })).status).toBe(404)
  })

  test('adds its order to the timeline of the contact', async () => {
    const dossier = {
      certificateName: 'Terrasse',
      articles: [{ productName: 'Schale', quantity: 2 }, { productName: 'Ring' }],
    }
    const flame = await buildFlame({ dossier })
    const { contactRef } = flame.dossier
    await user.call(flameApi.archive, { params: { id: flame.id } })
    const { encounters } = (await user.call(encounterApi.list, { params: { id: contactRef } })).answer
    expect(encounters).toMatchObject([
      {
        encounterType: 'TASK',
        title: 'Terrasse',
        description: '2 × Schale\n1 × Ring',
        upstreamId: `${flame.id}#${flame.taskboardRef}`,
      },
    ])
    const other = await buildFlame()
    await user.call(contactApi.remove, { params: { id: other.dossier.contactRef } })
    expect((await user.call(flameApi.archive, { params: { id: other.id } })).status).toBe(204)
  })

  test('removes the timeline entry when it is restored and adds it again later', async () => {
    const flame = await buildFlame({ dossier: { certificateName: 'Balkon', articles: [{ productName: 'Schale' }] } })
    const [params, contact] = [{ id: flame.id }, { id: flame.dossier.contactRef }]
    const orders = async () => (await user.call(encounterApi.list, { params: contact })).answer.encounters
    const told = async () => (await orders()).map(({ description }) => description)
    const binned = async () => (await user.call(encounterApi.bin, { params: contact })).answer
    await user.call(flameApi.archive, { params })
    expect(await told()).toEqual(['1 × Schale'])
    const back = await user.call(flameApi.revertArchived, { params })
    expect([await told(), (await binned()).total]).toEqual([[], 0])
    const { entries } = (await user.call(historyApi.ofContact, { params: contact, query: {} })).answer
    expect(entries[0]).toMatchObject({ entity: 'encounter', action: 'REMOVED', username: 'USER' })

    const dossier = { articles: [article('Schale', { quantity: 3 })] }
    await user.call(flameApi.update, { params, body: { version: back.answer.version, dossier } })
    await user.call(flameApi.archive, { params })
    expect(await told()).toEqual(['3 × Schale'])
    await user.call(flameApi.remove, { params })
    expect(await told()).toEqual([])
    await user.call(flameApi.revertDeleted, { params })
    expect(await told()).toEqual(['3 × Schale'])
    const [order] = await orders()
    const { archivedUtc } = (await user.call(flameApi.get, { params })).answer
    expect(order?.originalKnownSince).toBe(archivedUtc)
    if (!order) throw new Error('an order on the timeline')

    const body = {
      version: order.version,
      encounterType: order.encounterType,
      originalKnownSince: order.originalKnownSince,
      description: 'Kunde holt es selbst',
    }
    const changed = await user.call(encounterApi.update, { params: { ...contact, encId: order.id }, body })
    expect(changed.status).toBe(200)
    await user.call(flameApi.revertArchived, { params })
    expect(await told()).toEqual([])
    expect((await binned()).encounters).toMatchObject([{ description: 'Kunde holt es selbst' }])
  })

  test('at the same moment as another keeps the later purchase', async () => {
    const { id: productRef } = (await admin.call(productApi.add, { body: { title: 'Feuerring', mainProduct: true } }))
      .answer
    const contact = await buildContact()
    const build = (pickupDate: string) =>
      buildFlame({ contactRef: contact.id, dossier: { articles: [{ productRef }], pickupDate } })
    const query = { refreshProductForContactId: contact.id }
    const archive =
      ({ id }: { id: string }) =>
      () =>
        user.call(flameApi.archive, { params: { id }, query })
    const [later, earlier] = [await build('2030-05-02T08:00:00Z'), await build('2030-03-01T08:00:00Z')]
    await callAtOnce(database, archive(later), archive(earlier))
    const { answer } = await user.call(contactApi.get, { params: { id: contact.id } })
    expect(answer.latestPurchase).toBe('2030-05-02')
  })

  test('leaves the contact a customer after a restore', async () => {
    const contact = await buildContact({ customerType: 'POTENTIAL' })
    const params = { id: (await buildFlame({ contactRef: contact.id })).id }
    await user.call(flameApi.archive, { params, query: { toCustomer: 'true' } })
    await user.call(flameApi.revertArchived, { params })
    const { answer } = await user.call(contactApi.get, { params: { id: contact.id } })
    expect(answer).toMatchObject({ customer: true, customerType: 'PRIVATE' })
  })

  test('can be reverted to the former step, with its history', async () => {
    const flame = await buildFlame()
    const params = { id: flame.id }
    await user.call(flameApi.archive, { params })
    expect((await boardOf(flame.taskboardRef)).flames).toEqual([])
    expect((await user.call(flameApi.archive, { params })).problem.code).toBe('ARCHIVED')
    expect((await user.call(flameApi.get, { params })).answer.archivedUtc).toEqual(expect.any(String))
    const back = await user.call(flameApi.revertArchived, { params })
    expect(back.answer).toMatchObject({ step: flame.step, archivedUtc: null })
    const { entries } = (await user.call(flameApi.history, { params })).answer
    expect(entries.slice(0, 2).flatMap(({ changes }) => changes.map(({ field }) => field))).toEqual([
      'archivedAt',
      'archivedAt',
    ])
  })
})
