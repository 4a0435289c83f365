import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { addressApi, emailAddressApi, phoneNumberApi } from '#contract/contacts/parts'
import type { BodyOf } from '#contract/endpoint'
import { lockedPickupDateApi, masterData } from '#contract/lists/master-data'
import { flameApi } from '#contract/orders/flames'
import { roleApi } from '#contract/users/roles'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { article, flameEditor, flameFactory, pack } from '../../../test/flames.ts'

const { as, database } = await testApp()
const { buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const nowhere = '01900000-0000-7000-8000-000000000000'

type Change = Partial<BodyOf<typeof flameApi.update>>
const { save, saved, get } = flameEditor(as)

describe('the fields of a flame and its dossier', () => {
  test('are saved, with instants rounded to whole minutes', async () => {
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
    ['articles.1.id', 'unknownRef', { articles: [article('A', { id: nowhere }), article('B', { id: nowhere })] }],
    ['articles', 'maxItems', { articles: Array.from({ length: 1001 }, () => article('A')) }],
    ['packageInfos.0.quantity', 'min', { packageInfos: [pack({ quantity: 0 })] }],
    ['packageInfos.0.widthInCm', 'min', { packageInfos: [pack({ widthInCm: '0' })] }],
    ['packageInfos.0.depthInCm', 'min', { packageInfos: [pack({ depthInCm: '0.9' })] }],
    ['packageInfos.0.heightInCm', 'min', { packageInfos: [pack({ heightInCm: '0' })] }],
    ['packageInfos.0.heightInCm', 'number', { packageInfos: [pack({ heightInCm: 'hoch' })] }],
    ['packageInfos.0.weightInKg', 'min', { packageInfos: [pack({ weightInKg: '0' })] }],
    ['packageInfos.0.quantity', 'number', { packageInfos: [pack({ quantity: '1' })] }],
    ['packageInfos.0.weightInKg', 'min', { packageInfos: [pack({ weightInKg: '0.99' })] }],
    ['packageInfos.0.weightInKg', 'number', { packageInfos: [pack({ weightInKg: '1e999' })] }],
    ['packageInfos.0.depthInCm', 'max', { packageInfos: [pack({ depthInCm: '100001' })] }],
  ])('are refused: %s: %s', async (path, code, dossier) => {
    const { status, problem } = await save(await refusing, { dossier: dossier as Change['dossier'] & object })
    expect({ status, errors: problem.errors?.map(({ path, code }) => ({ path, code })) }).toEqual({
      status: 400,
      errors: [{ path: `dossier.${path}`, code }],
    })
  })
  const refusing = buildFlame()

  test('are accepted at their limits', async () => {
    const one = { quantity: 1, widthInCm: '1', depthInCm: '1', heightInCm: '1', weightInKg: '1' }
    const discounts = ['0', '12.5', '100']
    const dossier = {
      certificateName: 'x'.repeat(50),
      articles: discounts.map((discount) => article('A', { quantity: 1, discount })),
      packageInfos: [pack(one)],
    }
    const answer = (await saved(await buildFlame(), { dossier })).dossier
    expect(answer.certificateName).toBe(dossier.certificateName)
    expect(answer.articles.map(({ discount }) => discount)).toEqual(discounts)
    expect(answer.packageInfos).toMatchObject([one])
  })

  test('name their limits with thousands separators', async () => {
    const { problem } = await save(await refusing, { dossier: { articles: [article('A', { quantity: 1e9 })] } })
    expect(problem.errors?.[0]?.detail).toBe("Der Wert darf höchstens 100'000 sein")
  })

  test('with digits as text can change their notation', async () => {
    const flame = await buildFlame({ dossier: { sapOrdernumber: '0815' } })
    expect((await saved(flame, { dossier: { sapOrdernumber: '815' } })).dossier.sapOrdernumber).toBe('815')
  })

  test('may keep a reseller that went to the bin, but not get one from there', async () => {
    const reseller = await buildContact()
    const flame = await buildFlame({ dossier: { resellerRef: reseller.id } })
    await admin.call(contactApi.remove, { params: { id: reseller.id } })
    const kept = await saved(flame, { dossier: { ...flame.dossier, notes: 'neu' } })
    expect(kept.dossier).toMatchObject({ notes: 'neu', resellerRef: reseller.id })
    const late = await save(await buildFlame(), { dossier: { resellerRef: reseller.id } })
    expect(late.problem.errors).toMatchObject([{ path: 'dossier.resellerRef', code: 'unknownRef' }])
  })

  test('are refused with a proxy period that ends before it begins, or with unknown people', async () => {
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

  test('include the proxy only with its permission', async () => {
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
  test('is refused, but stays when it was locked later', async () => {
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

describe('changing the contact of a flame', () => {
  test('clears AVIS and addresses, and refuses parts of other contacts', async () => {
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

  test('changes the certificate name unless it was set', async () => {
    const [one, other] = [await buildContact({ surname: 'Erste' }), await buildContact({ surname: 'Zweite' })]
    const flame = await buildFlame({ contactRef: one.id })
    const moved = await saved(flame, { dossier: { contactRef: other.id } })
    expect(moved.dossier.certificateName).toBe(other.fullName)
    // A name that is sent explicitly is kept, even if it is the former contact's.
    const kept = await saved(moved, { dossier: { contactRef: one.id, certificateName: other.fullName } })
    expect(kept.dossier.certificateName).toBe(other.fullName)
    const named = await saved(kept, { dossier: { contactRef: other.id, certificateName: 'Terrasse' } })
    const again = await saved(named, { dossier: { contactRef: one.id } })
    expect(again.dossier.certificateName).toBe('Terrasse')
  })

  test('an address, number or e-mail used by a dossier cannot be removed', async () => {
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

test('a flame in the archive or the bin cannot be edited', async () => {
  const flame = await buildFlame()
  const params = { id: flame.id }
  await user.call(flameApi.archive, { params })
  const archived = await save(flame, { dossier: { notes: 'zu spät' } })
  expect(archived.problem).toMatchObject({ status: 409, code: 'ARCHIVED' })
  await user.call(flameApi.remove, { params })
  expect((await save(flame, { dossier: { notes: 'zu spät' } })).problem.code).toBe('IN_BIN')
  expect((await save({ id: nowhere, version: 1 }, {})).status).toBe(404)
})
