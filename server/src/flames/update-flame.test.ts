import { addressApi, emailAddressApi, phoneNumberApi } from '@glut/contract/contact-parts'
import { contactApi } from '@glut/contract/contacts'
import { dossierApi } from '@glut/contract/dossiers'
import type { BodyOf } from '@glut/contract/endpoint'
import { type Flame, flameApi } from '@glut/contract/flames'
import { lockedPickupDateApi, masterData, productApi } from '@glut/contract/master-data'
import { roleApi, userApi } from '@glut/contract/users'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { flameFactory } from '../../test/flames.ts'

const { as, database } = await testApp()
const { buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const nowhere = '01900000-0000-7000-8000-000000000000'

type Change = Partial<BodyOf<typeof flameApi.update>>
const save = (flame: Pick<Flame, 'id' | 'version'>, change: Change, who = user) =>
  who.call(flameApi.update, { params: { id: flame.id }, body: { version: flame.version, ...change } })
const saved = async (flame: Pick<Flame, 'id' | 'version'>, change: Change): Promise<Flame> => {
  const { answer, status, problem } = await save(flame, change)
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer
}
const get = async (id: string) => (await user.call(flameApi.get, { params: { id } })).answer
const article = (productName: string, overrides: object = {}) => ({
  productRef: null,
  productName,
  quantity: 1,
  discount: null,
  warehouse: null,
  description: '',
  ...overrides,
})
const pack = (overrides: object = {}) => ({
  quantity: 1,
  widthInCm: '120',
  depthInCm: '80',
  heightInCm: '60',
  weightInKg: '25.5',
  description: '',
  palletRef: null,
  ...overrides,
})

describe('every field of a flame and its dossier', () => {
  test('is kept, and instants are rounded to whole minutes', async () => {
    const contact = await buildContact({
      emailAddresses: [{ address: 'avis@example.com' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 000 00 01' }],
      addresses: [{ addressType: 'HOME', street: 'Musterweg 1', city: 'Bern' }],
    })
    const reseller = await buildContact({ companyName: 'Feuerhaus Beispiel AG', givenName: '', surname: '' })
    const condition = { title: 'Frei Haus' }
    const delivery = (await admin.call(masterData.deliveryConditions.add, { body: condition })).answer
    const payment = (await admin.call(masterData.paymentConditions.add, { body: condition })).answer
    const agency = (await admin.call(masterData.forwardingAgencies.add, { body: { title: 'Spedition Beispiel' } }))
      .answer
    const flame = await buildFlame({ contactRef: contact.id })
    const dossier = {
      certificateName: 'Familie Beispiel',
      language: 'EN' as const,
      sapOrdernumber: '4711',
      pickupDate: '2031-03-04T08:00:29.999Z',
      selfPickupAt: '2031-03-05T08:00:30Z',
      deliveryDate: '2031-03-06T00:00:00Z',
      purchasePickupDate: '2031-03-07T10:15:59Z',
      paymentPeriod: '2031-04-01T00:00:31Z',
      delivered: true,
      taxFreeDelivery: true,
      oss: true,
      paymentConditionRef: payment.id,
      deliveryConditionRef: delivery.id,
      currency: 'EUR' as const,
      shipmentReference: 'OFF-1',
      forwardingAgencyRef: agency.id,
      notes: 'Zufahrt eng',
      noteForArticles: 'Ring rostig',
      resellerRef: reseller.id,
      avisPhoneNumberRef: contact.phoneNumbers[0]?.id ?? null,
      avisEmailRef: contact.emailAddresses[0]?.id ?? null,
      avisText: 'Vorher anrufen',
      deliveryAddressRef: contact.addresses[0]?.id ?? null,
      billingAddressRef: contact.addresses[0]?.id ?? null,
    }
    const own = {
      assigneeRef: null,
      proxyOwnerRef:
        (await admin.call(userApi.list, {})).answer.find(({ username }) => username === 'ADMIN')?.id ?? null,
      proxyOwnerFrom: '2031-01-01T00:00:20Z',
      proxyOwnerUntil: '2031-01-02T00:00:40Z',
      reminderAtUtc: '2031-02-01T06:59:30Z',
    }
    const answer = await saved(flame, { ...own, dossier })
    expect(answer).toMatchObject({
      ...own,
      version: 2,
      proxyOwnerFrom: '2031-01-01T00:00:00.000Z',
      proxyOwnerUntil: '2031-01-02T00:01:00.000Z',
      reminderAtUtc: '2031-02-01T07:00:00.000Z',
      dossier: {
        ...dossier,
        pickupDate: '2031-03-04T08:00:00.000Z',
        selfPickupAt: '2031-03-05T08:01:00.000Z',
        deliveryDate: '2031-03-06T00:00:00.000Z',
        purchasePickupDate: '2031-03-07T10:16:00.000Z',
        paymentPeriod: '2031-04-01T00:01:00.000Z',
        resellerName: 'Feuerhaus Beispiel AG',
      },
    })
    expect(answer.lacks).toEqual(['PACKAGES_CURRENT', 'UID_VERIFIED_IF_TAX_FREE'])
    expect(await get(flame.id)).toEqual(answer)
    const whole = await saved(answer, answer)
    expect({ ...whole, version: 2, updated: '' }).toEqual({ ...answer, updated: '' })
    const { entries } = (await user.call(flameApi.history, { params: { id: flame.id } })).answer
    const change = entries.find(({ entity, action }) => entity === 'dossier' && action === 'CHANGED')
    expect(change).toMatchObject({ username: 'USER' })
    expect(change?.changes).toContainEqual({ field: 'sapOrdernumber', before: '', after: '4711' })
  })

  test.each([
    ['certificateName', 'maxLength', { certificateName: 'x'.repeat(51) }],
    ['pickupDate', 'date', { pickupDate: '1799-12-31T12:00:00Z' }],
    ['deliveryDate', 'date', { deliveryDate: '2500-01-01T00:00:00Z' }],
    ['paymentPeriod', 'date', { paymentPeriod: '2026-02-30T00:00:00Z' }],
    ['selfPickupAt', 'date', { selfPickupAt: 'morgen' }],
    ['currency', 'other', { currency: 'USD' }],
    ['resellerRef', 'unknownRef', { resellerRef: nowhere }],
    ['paymentConditionRef', 'unknownRef', { paymentConditionRef: nowhere }],
    ['contactRef', 'unknownRef', { contactRef: nowhere }],
    ['articles.0.quantity', 'min', { articles: [article('A', { quantity: 0 })] }],
    ['articles.0.quantity', 'min', { articles: [article('A', { quantity: -1 })] }],
    ['articles.0.quantity', 'max', { articles: [article('A', { quantity: 1e9 })] }],
    ['articles.0.quantity', 'integer', { articles: [article('A', { quantity: 1.5 })] }],
    ['articles.0.quantity', 'number', { articles: [article('A', { quantity: '2' })] }],
    ['articles.0.discount', 'max', { articles: [article('A', { discount: '101' })] }],
    ['articles.0.discount', 'min', { articles: [article('A', { discount: '-1' })] }],
    ['articles.0.discount', 'number', { articles: [article('A', { discount: 'viel' })] }],
    ['articles.0.productName', 'required', { articles: [article('')] }],
    ['articles.0.productRef', 'unknownRef', { articles: [article('A', { productRef: nowhere })] }],
    ['articles.1.warehouse', 'unknownRef', { articles: [article('A'), article('B', { warehouse: nowhere })] }],
    ['articles.0.id', 'unknownRef', { articles: [article('A', { id: nowhere })] }],
    ['articles', 'maxItems', { articles: Array.from({ length: 1001 }, () => article('A')) }],
    ['packageInfos.0.quantity', 'min', { packageInfos: [pack({ quantity: 0 })] }],
    ['packageInfos.0.widthInCm', 'min', { packageInfos: [pack({ widthInCm: '0' })] }],
    ['packageInfos.0.weightInKg', 'min', { packageInfos: [pack({ weightInKg: '0.99' })] }],
    ['packageInfos.0.weightInKg', 'number', { packageInfos: [pack({ weightInKg: '1e999' })] }],
    ['packageInfos.0.depthInCm', 'max', { packageInfos: [pack({ depthInCm: '100001' })] }],
  ])('refuses %s: %s', async (path, code, dossier) => {
    const { status, problem } = await save(await refusing, { dossier: dossier as Change['dossier'] & object })
    expect({ status, errors: problem.errors?.map(({ path, code }) => ({ path, code })) }).toEqual({
      status: 400,
      errors: [{ path: `dossier.${path}`, code }],
    })
  })
  const refusing = buildFlame()

  test('says limits with their thousands', async () => {
    const { problem } = await save(await refusing, { dossier: { articles: [article('A', { quantity: 1e9 })] } })
    expect(problem.errors?.[0]?.detail).toBe("Der Wert darf höchstens 100'000 sein")
  })

  test('a number of digits is changed to another notation of it', async () => {
    const flame = await buildFlame({ dossier: { sapOrdernumber: '0815' } })
    expect((await saved(flame, { dossier: { sapOrdernumber: '815' } })).dossier.sapOrdernumber).toBe('815')
  })

  test('a reseller in the bin is refused; one that went there later may stay', async () => {
    const reseller = await buildContact()
    const flame = await buildFlame({ dossier: { resellerRef: reseller.id } })
    await admin.call(contactApi.remove, { params: { id: reseller.id } })
    const kept = await saved(flame, { dossier: { ...flame.dossier, notes: 'neu' } })
    expect(kept.dossier).toMatchObject({ notes: 'neu', resellerRef: reseller.id })
    const late = await save(await buildFlame(), { dossier: { resellerRef: reseller.id } })
    expect(late.problem.errors).toMatchObject([{ path: 'dossier.resellerRef', code: 'unknownRef' }])
  })

  test('refuses a proxy period that ends before it begins, and people who are not there', async () => {
    const flame = await buildFlame()
    const period = { proxyOwnerFrom: '2031-01-02T00:00:00Z', proxyOwnerUntil: '2031-01-01T00:00:00Z' }
    expect((await save(flame, period)).problem.errors).toMatchObject([
      { path: 'proxyOwnerUntil', code: 'endBeforeStart' },
    ])
    for (const field of ['assigneeRef', 'proxyOwnerRef']) {
      expect((await save(flame, { [field]: nowhere })).problem.errors).toMatchObject([
        { path: field, code: 'unknownRef' },
      ])
    }
  })

  test('another proxy needs the permission for it', async () => {
    const permissions = ['FLAME_READ', 'FLAME_MODIFY', 'TASKBOARD_READ'] as const
    const role = (await admin.call(roleApi.add, { body: { name: 'OHNE', permissions: [...permissions] } })).answer
    const flame = await buildFlame()
    const { rows } = await database.pool.query(`select id from app_user where username = 'TERMIN_API'`)
    await database.pool.query('insert into user_role (user_id, role_id) values ($1, $2)', [rows[0].id, role.id])
    const clerk = as('TERMIN_API')
    expect((await save(flame, { proxyOwnerRef: rows[0].id }, clerk)).status).toBe(403)
    const given = await saved(flame, { proxyOwnerRef: rows[0].id, proxyOwnerFrom: '2031-01-02T00:00:00Z' })
    const again = await save(given, { ...given, dossier: { ...given.dossier, notes: 'neu' } }, clerk)
    expect(again.answer).toMatchObject({ proxyOwnerRef: rows[0].id, dossier: { notes: 'neu' } })
    expect((await save(again.answer, { proxyOwnerRef: null }, clerk)).status).toBe(403)
  })
})

describe('a locked pickup date', () => {
  test('is refused with its sentence; one that was locked later may stay', async () => {
    await admin.call(lockedPickupDateApi.add, { body: { lockedAt: '2032-07-01' } })
    const flame = await buildFlame()
    // Midnight in Zurich is the evening before in UTC.
    const pickup = (pickupDate: string) => ({ dossier: { pickupDate } })
    expect((await save(flame, pickup('2032-06-30T22:00:00Z'))).problem.errors).toMatchObject([
      { path: 'dossier.pickupDate', detail: 'Datum ist als Abholtermin blockiert' },
    ])
    const free = await saved(flame, pickup('2032-06-30T21:59:00Z'))
    await admin.call(lockedPickupDateApi.add, { body: { lockedAt: '2032-06-30' } })
    const noted = await saved(free, { dossier: { ...free.dossier, notes: 'später gesperrt' } })
    expect(noted.dossier.pickupDate).toBe('2032-06-30T21:59:00.000Z')
    const copy = await user.call(flameApi.duplicate, {
      params: { id: flame.id },
      body: { taskboardRef: flame.taskboardRef, step: flame.step },
    })
    expect(copy.answer.dossier).toMatchObject({ pickupDate: null, notes: 'später gesperrt' })
  })
})

describe('another contact', () => {
  test('clears AVIS and addresses; what is not the contact’s is refused', async () => {
    const parts = (number: number) => ({
      emailAddresses: [{ address: `wechsel${number}@example.com` }],
      phoneNumbers: [{ type: 'MOBILE' as const, number: `079 000 01 0${number}` }],
      addresses: [{ addressType: 'HOME' as const, street: 'Musterweg 1', shareable: true }],
    })
    const [one, other] = [await buildContact(parts(1)), await buildContact(parts(2))]
    const refs = (contact: typeof one) => ({
      avisPhoneNumberRef: contact.phoneNumbers[0]?.id ?? null,
      avisEmailRef: contact.emailAddresses[0]?.id ?? null,
      deliveryAddressRef: contact.addresses[0]?.id ?? null,
      billingAddressRef: contact.addresses[0]?.id ?? null,
    })
    const none = { avisPhoneNumberRef: null, avisEmailRef: null, deliveryAddressRef: null, billingAddressRef: null }
    const flame = await buildFlame({ contactRef: one.id, dossier: refs(one) })
    expect(flame.dossier).toMatchObject(refs(one))
    const foreign = await save(flame, { dossier: refs(other) })
    expect(foreign.problem.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual(
      Object.keys(none).map((name) => `dossier.${name} notOfContact`),
    )
    const moved = await saved(flame, { dossier: { ...flame.dossier, contactRef: other.id } })
    expect(moved.dossier).toMatchObject({ contactRef: other.id, ...none, certificateName: 'Anna Beispiel' })
    const back = await saved(moved, {
      dossier: { contactRef: one.id, deliveryAddressRef: one.addresses[0]?.id ?? null },
    })
    expect(back.dossier).toMatchObject({ ...none, deliveryAddressRef: one.addresses[0]?.id })

    const share = { addressType: 'HOME' as const, sharedByContactPersonRef: other.id }
    const shared = (await user.call(addressApi.add, { params: { id: one.id }, body: share })).answer
    expect((await saved(back, { dossier: { billingAddressRef: shared.id } })).dossier.billingAddressRef).toBe(shared.id)
  })

  test('cannot lose an address, number or mail that a dossier names', async () => {
    const contact = await buildContact({
      emailAddresses: [{ address: 'gebraucht@example.com' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 000 02 01' }],
      addresses: [{ addressType: 'HOME', street: 'Musterweg 1' }],
    })
    await buildFlame({
      contactRef: contact.id,
      dossier: {
        avisPhoneNumberRef: contact.phoneNumbers[0]?.id ?? null,
        avisEmailRef: contact.emailAddresses[0]?.id ?? null,
        deliveryAddressRef: contact.addresses[0]?.id ?? null,
      },
    })
    const removals = [
      [addressApi, contact.addresses],
      [phoneNumberApi, contact.phoneNumbers],
      [emailAddressApi, contact.emailAddresses],
    ] as const
    for (const [api, [part]] of removals) {
      const params = { id: contact.id, subId: part?.id ?? '' }
      expect((await user.call(api.remove, { params })).problem.code).toBe('IN_USE')
    }
  })
})

describe('articles and packages', () => {
  test('an article is called as its product, and both are in use then', async () => {
    const pallet = (
      await admin.call(masterData.pallets.add, {
        body: { widthInCm: '120', heightInCm: '60', depthInCm: '80', weightInKg: '20' },
      })
    ).answer
    const product = (await admin.call(productApi.add, { body: { title: 'Schale', possiblePallet: pallet.id } })).answer
    const warehouse = (await admin.call(masterData.warehouses.add, { body: { title: 'Lager Nord' } })).answer
    const flame = await saved(await buildFlame(), {
      dossier: {
        articles: [article('', { productRef: product.id, quantity: 2, discount: '12.50', warehouse: warehouse.id })],
        packageInfos: [pack({ palletRef: pallet.id, weightInKg: '30.10' })],
      },
    })
    expect(flame.dossier).toMatchObject({
      articles: [{ orderKey: 1, productName: 'Schale', quantity: 2, discount: '12.5', warehouse: warehouse.id }],
      packageInfos: [{ orderKey: 1, weightInKg: '30.1', palletRef: pallet.id }],
    })
    expect((await admin.call(productApi.remove, { params: product })).problem).toMatchObject({
      code: 'IN_USE',
      usedBy: [{ what: 'dossier_article', count: 1 }],
    })
    expect((await admin.call(masterData.pallets.remove, { params: { id: pallet.id } })).problem.code).toBe('IN_USE')
    expect((await admin.call(masterData.warehouses.remove, { params: { id: warehouse.id } })).status).toBe(409)
  })

  test('packages outlive the pallet that they were reckoned from', async () => {
    const size = { widthInCm: '120', heightInCm: '60', depthInCm: '80', weightInKg: '20' }
    const pallet = (await admin.call(masterData.pallets.add, { body: { ...size, description: 'Halbpalette' } })).answer
    const body = { title: 'Haube', possiblePallet: pallet.id }
    const { id } = (await admin.call(productApi.add, { body })).answer
    const reckoned = (
      await user.call(dossierApi.calculatePackages, { body: { articles: [{ productRef: id, quantity: 1 }] } })
    ).answer
    await admin.call(productApi.update, { params: { id }, body: { ...body, version: 1, possiblePallet: null } })
    expect((await admin.call(masterData.pallets.remove, { params: { id: pallet.id } })).status).toBe(204)
    const { dossier } = await saved(await buildFlame(), { dossier: { packageInfos: reckoned.packageInfos } })
    expect(dossier.packageInfos).toMatchObject([{ widthInCm: '120', description: 'Haube', palletRef: null }])
  })

  test('500 articles are saved, moved and thinned out', async () => {
    const many = Array.from({ length: 500 }, (_, at) => article(`Artikel ${at}`))
    const flame = await saved(await buildFlame(), { dossier: { articles: many } })
    expect(flame.dossier.articles).toHaveLength(500)
    const turned = await saved(flame, { dossier: { articles: flame.dossier.articles.toReversed() } })
    expect(
      turned.dossier.articles.map(({ orderKey, productName }) => `${orderKey} ${productName}`).slice(0, 2),
    ).toEqual(['1 Artikel 499', '2 Artikel 498'])
    expect(turned.dossier.articles[0]?.id).toBe(flame.dossier.articles[499]?.id)
    expect((await saved(turned, { dossier: { articles: [] } })).dossier.articles).toEqual([])
  })

  test('packages are behind once products or quantities change, and not by anything else', async () => {
    const lacks = (flame: Flame) => flame.lacks.includes('PACKAGES_CURRENT')
    const flame = await saved(await buildFlame(), { dossier: { articles: [article('A')], packageInfos: [pack()] } })
    expect(lacks(flame)).toBe(false)
    const [first] = flame.dossier.articles
    const noted = await saved(flame, { dossier: { articles: [{ ...first, ...article('A', { discount: '5' }) }] } })
    expect(lacks(noted)).toBe(false)
    const more = await saved(noted, {
      dossier: { articles: [{ ...noted.dossier.articles[0], ...article('A', { quantity: 2 }) }] },
    })
    expect(lacks(more)).toBe(true)
    const packed = await saved(more, { dossier: { packageInfos: [pack(), pack()] } })
    expect(lacks(packed)).toBe(false)
    expect(lacks(await saved(packed, { dossier: { packageInfos: [] } }))).toBe(true)
  })
})

describe('two people in one dossier', () => {
  const start = () =>
    buildFlame({ dossier: { notes: 'alt', articles: [article('A'), article('B')], packageInfos: [pack()] } })

  test('both keep what they changed in different fields and rows', async () => {
    const flame = await start()
    const [a, b] = flame.dossier.articles
    await saved(flame, {
      reminderAtUtc: '2031-01-01T00:00:00Z',
      dossier: {
        ...flame.dossier,
        oss: true,
        articles: [
          { ...a, ...article('A', { quantity: 7 }) },
          { ...b, ...article('B') },
        ],
      },
    })
    const second = await saved(flame, {
      ...flame,
      dossier: {
        ...flame.dossier,
        notes: 'neu',
        articles: [{ ...a, ...article('A') }, { ...b, ...article('B', { description: 'Ring' }) }, article('C')],
        packageInfos: [],
      },
    })
    expect(second).toMatchObject({
      version: 3,
      reminderAtUtc: '2031-01-01T00:00:00.000Z',
      dossier: {
        oss: true,
        notes: 'neu',
        articles: [{ id: a?.id, quantity: 7 }, { id: b?.id, description: 'Ring' }, { productName: 'C' }],
        packageInfos: [],
      },
    })
  })

  test('the same field says who has what, and nothing is written', async () => {
    const flame = await start()
    const [a, b] = flame.dossier.articles
    const now = await saved(flame, {
      dossier: {
        notes: 'ihre',
        articles: [
          { ...a, ...article('A', { quantity: 7 }) },
          { ...b, ...article('B') },
        ],
      },
    })
    const late = await save(flame, {
      dossier: {
        notes: 'meine',
        sapOrdernumber: '4711',
        articles: [
          { ...a, ...article('A', { quantity: 8 }) },
          { ...b, ...article('B') },
        ],
      },
    })
    expect(late.status).toBe(409)
    expect(late.problem).toMatchObject({
      code: 'STALE_VERSION',
      current: now,
      collisions: ['dossier.notes', `dossier.articles.${a?.id}.quantity`],
    })
    expect(await get(flame.id)).toEqual(now)
    const chosen = await saved(now, { dossier: { notes: 'meine' } })
    expect(chosen.dossier).toMatchObject({ notes: 'meine', articles: [{ quantity: 7 }, {}] })
  })

  test('one who removes what the other changes is asked', async () => {
    const flame = await start()
    const [a, b] = flame.dossier.articles
    await saved(flame, {
      dossier: {
        articles: [
          { ...a, ...article('A', { quantity: 7 }) },
          { ...b, ...article('B') },
        ],
      },
    })
    const late = await save(flame, { dossier: { articles: [{ ...b, ...article('B') }] } })
    expect(late.problem.collisions).toEqual([`dossier.articles.${a?.id}`])
  })

  test('a new contact of the one and what the other took from the former are asked about as the contact', async () => {
    const [one, other] = [
      await buildContact({ emailAddresses: [{ address: 'frueher@example.com' }] }),
      await buildContact(),
    ]
    const avisEmailRef = one.emailAddresses[0]?.id ?? null
    for (const [first, late] of [
      [{ contactRef: other.id }, { avisEmailRef }],
      [{ avisEmailRef }, { contactRef: other.id }],
    ] as const) {
      const flame = await buildFlame({ contactRef: one.id })
      const now = await saved(flame, { dossier: first })
      const { problem } = await save(flame, { dossier: { ...flame.dossier, notes: 'neu', ...late } })
      expect(problem).toMatchObject({ code: 'STALE_VERSION', current: now, collisions: ['dossier.contactRef'] })
    }
    const flame = await buildFlame({ contactRef: one.id, dossier: { avisEmailRef } })
    await saved(flame, { dossier: { contactRef: other.id } })
    const merged = await saved(flame, { dossier: { ...flame.dossier, notes: 'neu' } })
    expect(merged.dossier).toMatchObject({ contactRef: other.id, avisEmailRef: null, notes: 'neu' })
  })

  test('a move in between is no conflict, and its new assignee stays', async () => {
    const flame = await start()
    const { taskboardRef, step } = flame
    const move = { version: 1, taskboardRef, step, assigneeRef: null }
    expect((await user.call(flameApi.move, { params: { id: flame.id }, body: move })).status).toBe(200)
    const merged = await saved(flame, { ...flame, dossier: { ...flame.dossier, notes: 'neu' } })
    expect(merged).toMatchObject({ version: 3, assigneeRef: null, dossier: { notes: 'neu' } })
    await user.call(flameApi.prioritize, { params: { id: flame.id } })
    expect(await saved(merged, { dossier: { oss: true } })).toMatchObject({ version: 5, dossier: { notes: 'neu' } })
  })

  test('what an admin replaced everywhere in the meantime stays replaced', async () => {
    const add = async (title: string) =>
      (await admin.call(masterData.forwardingAgencies.add, { body: { title } })).answer
    const [one, other] = [await add('Alt & Co.'), await add('Neu & Co.')]
    const flame = await buildFlame({ dossier: { forwardingAgencyRef: one.id } })
    await admin.call(masterData.forwardingAgencies.replace, { params: { id: one.id, otherId: other.id } })
    await admin.call(masterData.forwardingAgencies.remove, { params: { id: one.id } })
    const merged = await saved(flame, { dossier: { ...flame.dossier, notes: 'neu' } })
    expect(merged.dossier).toMatchObject({ notes: 'neu', forwardingAgencyRef: other.id })
  })

  test('who started from what nobody knows any more gets the state saved now', async () => {
    const flame = await start()
    await saved(flame, { dossier: { notes: 'neu' } })
    const ahead = await save({ ...flame, version: 99 }, { dossier: { notes: 'voraus' } })
    expect(ahead.problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 2 } })
    await database.pool.query(`update flame_saved set saved_at = now() - interval '3 days' where flame_id = $1`, [
      flame.id,
    ])
    await saved({ ...flame, version: 2 }, { dossier: { oss: true } })
    const { rows } = await database.pool.query('select version from flame_saved where flame_id = $1', [flame.id])
    expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([2, 3]))
    const late = await save(flame, { dossier: { notes: 'zu spät' } })
    expect(late.problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 3 } })
  })
})

test('a flame in the archive or the bin is not edited', async () => {
  const flame = await buildFlame()
  const params = { id: flame.id }
  await user.call(flameApi.archive, { params })
  const archived = await save(flame, { dossier: { notes: 'zu spät' } })
  expect(archived.problem).toMatchObject({ status: 409, code: 'ARCHIVED' })
  await user.call(flameApi.remove, { params })
  expect((await save(flame, { dossier: { notes: 'zu spät' } })).problem.code).toBe('IN_BIN')
  expect((await save({ id: nowhere, version: 1 }, {})).status).toBe(404)
})
