import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import type { BodyOf } from '#contract/endpoint'
import { masterData, productApi } from '#contract/lists/master-data'
import { dossierApi } from '#contract/orders/dossiers'
import { flameApi } from '#contract/orders/flames'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { flameEditor, flameFactory, pack } from '../../../test/flames.ts'

const { as } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const { saved } = flameEditor(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const idOf = async (name: string) =>
  (await admin.call(userApi.list, {})).answer.find(({ username }) => username === name)?.id ?? ''

const find = async (body: Partial<BodyOf<typeof flameApi.search>>) =>
  (await user.call(flameApi.search, { body })).answer
const found = async (body: Partial<BodyOf<typeof flameApi.search>>) =>
  (await find(body)).flames.map(({ certificateName }) => certificateName)

describe('the search for flames', () => {
  test('separates open from archived flames and leaves out the bin', async () => {
    const { taskboardRef } = await buildFlame({ dossier: { certificateName: 'Offen' } })
    const build = (certificateName: string) => buildFlame({ taskboardRef, dossier: { certificateName } })
    await user.call(flameApi.archive, { params: { id: (await build('Archiviert')).id } })
    const gone = await build('Gelöscht')
    await user.call(flameApi.archive, { params: { id: gone.id } })
    await user.call(flameApi.remove, { params: { id: gone.id } })
    expect(await found({ taskboardRef })).toEqual(['Offen'])
    expect(await found({ taskboardRef, archived: true })).toEqual(['Archiviert'])
  })

  test('finds words of the contact and the dossier in any spelling', async () => {
    const { id: taskboardRef } = await buildBoard()
    const contact = await buildContact({
      surname: 'Müller',
      companyName: 'Käserei Beispiel',
      addresses: [{ addressType: 'BUSINESS', city: 'Interlaken' }],
    })
    const other = await buildContact({ surname: 'Probe' })
    const dossier = { certificateName: 'Rösli', sapOrdernumber: '4500012345', shipmentReference: 'OFF-77' }
    await buildFlame({ taskboardRef, contactRef: contact.id, dossier })
    await buildFlame({ taskboardRef, contactRef: other.id })
    for (const text of ['mueller', 'MULLER', 'roesli', '450001', 'off-77', 'interlaken', 'käserei & 4500012345']) {
      expect(await found({ taskboardRef, text }), text).toEqual(['Rösli'])
    }
    for (const text of ['mueller probe', 'r%sli', 'r_sli', 'nirgends']) {
      expect(await found({ taskboardRef, text }), text).toEqual([])
    }
    expect(await found({ taskboardRef, contactRef: other.id })).toEqual(['Anna Probe'])
  })

  test('filters by assignee, proxy and due date', async () => {
    const { id: taskboardRef } = await buildBoard()
    const [own, colleague] = [await idOf('USER'), await idOf('ADMIN')]
    const build = (certificateName: string, flame: object, dossier: object = {}) =>
      buildFlame({ taskboardRef, ...flame, dossier: { certificateName, ...dossier } })
    await build('ruhig', { assigneeRef: own, reminderAtUtc: inDays(3) })
    await build('erinnert', { assigneeRef: own, reminderAtUtc: inDays(-3) })
    await build('überfällig', { assigneeRef: own }, { deliveryDate: inDays(-1) })
    await build('geliefert', { assigneeRef: own }, { deliveryDate: inDays(-1), delivered: true })
    await build('fremd', { assigneeRef: colleague }, { pickupDate: inDays(-1) })
    const proxy = { assigneeRef: colleague, proxyOwnerRef: own }
    await build(
      'vertreten',
      { ...proxy, proxyOwnerFrom: inDays(-1), proxyOwnerUntil: inDays(1) },
      { selfPickupAt: inDays(-1) },
    )
    await build('vorbei', { ...proxy, proxyOwnerUntil: inDays(-1) }, { selfPickupAt: inDays(-1) })
    const sorted = async (body: object) => (await found({ taskboardRef, ...body })).toSorted()
    expect(await sorted({ reminderFlames: true })).toEqual(['erinnert'])
    expect(await sorted({ due: true })).toEqual(['erinnert', 'fremd', 'vertreten', 'vorbei', 'überfällig'])
    expect(await sorted({ own: true })).toEqual(['erinnert', 'geliefert', 'ruhig', 'vertreten', 'überfällig'])
    expect(await sorted({ own: true, due: true })).toEqual(['erinnert', 'vertreten', 'überfällig'])
    expect(await sorted({ assigneeRef: colleague })).toEqual(['fremd', 'vertreten', 'vorbei'])
    expect((await user.call(flameApi.countOwnDue, {})).answer.count).toBe(3)
  })

  test('is paged and sorted as requested', async () => {
    const { id: taskboardRef } = await buildBoard()
    for (const [name, day] of Object.entries({ A: '2031-03-01', B: '2031-01-01', C: '2031-02-01' })) {
      const contact = await buildContact({ givenName: '', surname: `${name}lt` })
      const dossier = { certificateName: name, pickupDate: `${day}T08:00:00Z` }
      await buildFlame({ taskboardRef, contactRef: contact.id, dossier })
    }
    await buildFlame({ taskboardRef, dossier: { certificateName: 'ohne' } })
    const sorted = { taskboardRef, sort: 'PICKUP_DATE' as const }
    expect(await found({ ...sorted, descending: false })).toEqual(['B', 'C', 'A', 'ohne'])
    expect(await found(sorted)).toEqual(['A', 'C', 'B', 'ohne'])
    expect(await found({ taskboardRef, sort: 'CONTACT', descending: false })).toEqual(['A', 'ohne', 'B', 'C'])
    expect(await found({ taskboardRef })).toEqual(['ohne', 'C', 'B', 'A'])
    expect(await find({ ...sorted, pageSize: 3 })).toMatchObject({ total: 4, more: true, flames: { length: 3 } })
    expect(await find({ ...sorted, pageSize: 3, page: 2 })).toMatchObject({
      total: 4,
      more: false,
      flames: { length: 1 },
    })
    for (const wrong of [{ page: 0 }, { pageSize: 1001 }, { sort: 'OTHER' }, { contactRef: 'x' }, { archived: 'ja' }]) {
      const { status } = await user.call(flameApi.search, { body: wrong as object })
      expect(status).toBe(400)
    }
  })
})

describe('the pickups of open flames', () => {
  test('are listed by their day in Zurich', async () => {
    const dossier = {
      pickupDate: '2034-05-31T22:00:00Z',
      selfPickupAt: '2034-06-30T21:59:00Z',
      deliveryDate: '2034-06-30T22:00:00Z',
    }
    const flame = await buildFlame({ dossier: { ...dossier, certificateName: 'Juni' } })
    const archived = await buildFlame({ dossier })
    await user.call(flameApi.archive, { params: { id: archived.id } })
    const list = (start: string, end: string) => user.call(flameApi.pickups, { query: { start, end } })
    const june = (await list('2034-06-01', '2034-06-30')).answer
    expect(june).toMatchObject([
      { flameRef: flame.id, kind: 'PICKUP', at: '2034-05-31T22:00:00.000Z', certificateName: 'Juni' },
      { flameRef: flame.id, kind: 'SELF_PICKUP', blackBoardRef: flame.taskboardRef },
    ])
    expect((await list('2034-07-01', '2034-07-01')).answer).toMatchObject([{ kind: 'DELIVERY' }])
    for (const [start, end, detail] of [
      ['2034-06-02', '2034-06-01', 'Das Ende muss nach dem Beginn liegen'],
      ['2034-01-01', '2036-01-01', 'Bitte einen Zeitraum von höchstens 400 Tagen wählen'],
    ] as const) {
      expect((await list(start, end)).problem.errors).toMatchObject([{ path: 'end', detail }])
    }
    const unread = (await list('01.06.2034', '2034-06-30')).problem.errors
    expect(unread?.map(({ path, code }) => `${path} ${code}`)).toEqual(['start date'])
  })

  test('show the present values of all their parts', async () => {
    const agency = (await admin.call(masterData.forwardingAgencies.add, { body: { title: 'Spedition' } })).answer
    const flame = await buildFlame({
      dossier: {
        pickupDate: '2034-09-04T10:00:00Z',
        forwardingAgencyRef: agency.id,
        packageInfos: [pack({ quantity: 2 })],
      },
    })
    const query = { start: '2034-09-01', end: '2034-09-30' }
    const now = async () => (await user.call(flameApi.pickups, { query })).answer
    const contactName = flame.dossier.contact.fullName
    expect(await now()).toMatchObject([
      { contactName, forwardingAgency: 'Spedition', crates: 2, weightInKg: 51, version: flame.version },
    ])
    await admin.call(masterData.forwardingAgencies.update, { params: agency, body: { ...agency, title: 'Kurier' } })
    const contact = (await user.call(contactApi.get, { params: { id: flame.dossier.contactRef } })).answer
    await user.call(contactApi.update, { params: contact, body: { ...contact, surname: 'Anders' } })
    const dossier = {
      sapOrdernumber: '4711',
      deliveryDate: '2034-09-05T10:00:00Z',
      packageInfos: [pack({ quantity: 3 })],
    }
    const { version } = await saved(flame, { dossier })
    const entry = { forwardingAgency: 'Kurier', crates: 3, sapOrdernumber: '4711', version }
    const changed = await now()
    expect(changed).toMatchObject([
      { kind: 'PICKUP', ...entry },
      { kind: 'DELIVERY', ...entry },
    ])
    expect(changed[0]?.contactName).toContain('Anders')
    expect(changed[0]?.lacks).not.toContain('SAP_NUMBER')
    await user.call(flameApi.archive, { params: { id: flame.id } })
    expect(await now()).toEqual([])
    await user.call(flameApi.revertArchived, { params: { id: flame.id } })
    expect(await now()).toMatchObject([{ kind: 'PICKUP' }, { kind: 'DELIVERY' }])
    await saved((await user.call(flameApi.get, { params: { id: flame.id } })).answer, {
      dossier: { deliveryDate: null },
    })
    expect(await now()).toMatchObject([{ kind: 'PICKUP' }])
  })
})

describe('packages calculated from articles', () => {
  test('use the present products', async () => {
    const crate = { widthInCm: '120', heightInCm: '60', depthInCm: '80', weightInKg: '20.25' }
    const pallet = (await admin.call(masterData.pallets.add, { body: crate })).answer
    const product = { title: 'Schale', weightInKg: '35.5', possiblePallet: pallet.id }
    const { id: productRef } = (await admin.call(productApi.add, { body: product })).answer
    const calculate = (quantity: number) =>
      user.call(dossierApi.calculatePackages, { body: { articles: [{ productRef, quantity }] } })
    const { answer } = await calculate(2)
    expect(answer.packageInfos).toHaveLength(2)
    expect(answer.packageInfos[0]).toEqual({
      quantity: 1,
      widthInCm: '120',
      depthInCm: '80',
      heightInCm: '60',
      weightInKg: '55.75',
      description: 'Schale',
      palletRef: pallet.id,
    })
    expect(answer.articles).toMatchObject([{ outcome: 'PACKAGED', pallet: { title: '120 × 80 × 60' }, from: 0, to: 2 }])
    expect((await calculate(2001)).problem.errors).toMatchObject([{ path: 'packageInfos', code: 'maxItems' }])
    expect((await calculate(0)).problem.errors).toMatchObject([{ path: 'articles.0.quantity', code: 'min' }])
  })
})
