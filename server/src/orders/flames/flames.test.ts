import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { addressApi } from '#contract/contacts/parts'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { roleApi } from '#contract/users/roles'
import { authApi, userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'

const { as } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const nowhere = '01900000-0000-7000-8000-000000000000'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const boardOf = async (id: string, query: object = {}) =>
  (await user.call(flameApi.board, { params: { id }, query })).answer
const idsOf = (cards: readonly { id: string }[]) => cards.map(({ id }) => id)

describe('a new flame', () => {
  test('is on top of the first step, assigned to its creator and named after its contact', async () => {
    const [board, contact] = [await buildBoard(), await buildContact({ surname: 'Beispiel', language: 'FR' })]
    const first = await buildFlame({ taskboardRef: board.id, contactRef: contact.id })
    const second = await buildFlame({ taskboardRef: board.id, contactRef: contact.id })
    const users = (await admin.call(userApi.list, {})).answer
    expect(second).toMatchObject({
      version: 1,
      taskboardRef: board.id,
      blackBoardRef: board.id,
      step: board.steps[0]?.id,
      assigneeRef: users.find(({ username }) => username === 'USER')?.id,
      lacks: ['PICKUP_DATE', 'AVIS_PHONE', 'AVIS_EMAIL', 'PACKAGES_CURRENT', 'SAP_NUMBER'],
      dossier: {
        taskId: second.id,
        contactRef: contact.id,
        certificateName: 'Anna Beispiel',
        language: 'FR',
        currency: 'CHF',
        contact: { fullName: 'Anna Beispiel', uidCheck: { verified: false } },
        articles: [],
        packageInfos: [],
      },
    })
    expect(idsOf((await boardOf(board.id)).flames)).toEqual([second.id, first.id])
  })

  test('shows order, destination and weight on its card, and follows changes of the address', async () => {
    const contact = await buildContact()
    const params = { id: contact.id }
    const body = { addressType: 'HOME' as const, zipCode: '8001', city: 'Zürich' }
    const address = (await user.call(addressApi.add, { params, body })).answer
    const flame = await buildFlame({ contactRef: contact.id, dossier: { deliveryAddressRef: address.id } })
    const cardOf = async () => (await boardOf(flame.taskboardRef)).flames.find(({ id }) => id === flame.id)
    expect(await cardOf()).toMatchObject({ ordered: '', destination: '8001 Zürich', crates: 0, weightInKg: 0 })
    const crate = { widthInCm: '80', depthInCm: '80', heightInCm: '60', weightInKg: '50.5' }
    const dossier = {
      articles: [{ productName: 'Stella 90' }, { productName: 'Luna', quantity: 2 }, { productName: 'Rost' }],
      packageInfos: [{ ...crate, quantity: 2 }],
    }
    const saved = (
      await user.call(flameApi.update, { params: { id: flame.id }, body: { version: flame.version, dossier } })
    ).answer
    await user.call(addressApi.update, {
      params: { ...params, subId: address.id },
      body: { ...body, city: 'Zürich 1', version: address.version },
    })
    expect(await cardOf()).toMatchObject({
      ordered: '1 × Stella 90, 2 × Luna +1',
      destination: '8001 Zürich 1',
      crates: 2,
      weightInKg: 101,
    })
    const without = { articles: [], packageInfos: [] }
    await user.call(flameApi.update, {
      params: { id: flame.id },
      body: { version: saved.version, dossier: without },
    })
    expect(await cardOf()).toMatchObject({ ordered: '', crates: 0 })
  })

  test('has a certificate name of at most 50 characters', async () => {
    const contact = await buildContact({ surname: 'x'.repeat(60) })
    const { dossier } = await buildFlame({ contactRef: contact.id })
    expect(dossier.certificateName).toHaveLength(50)
    const body = { contactRef: contact.id, taskboardRef: nowhere, dossier: { certificateName: 'y'.repeat(51) } }
    expect((await user.call(flameApi.add, { body })).problem.errors).toMatchObject([
      { path: 'dossier.certificateName', detail: 'Das Feld darf max 50 Zeichen besitzen' },
    ])
  })

  test('needs a contact outside the bin and a step of a flame board', async () => {
    const [board, other, contact] = [await buildBoard(), await buildBoard({ kind: 'PROJECT' }), await buildContact()]
    const gone = await buildContact()
    await user.call(contactApi.remove, { params: { id: gone.id } })
    const body = { contactRef: contact.id, taskboardRef: board.id }
    const refused = [
      [{ ...body, contactRef: nowhere }, 'contactRef'],
      [{ ...body, contactRef: gone.id }, 'contactRef'],
      [{ ...body, taskboardRef: nowhere }, 'taskboardRef'],
      [{ ...body, taskboardRef: other.id }, 'taskboardRef'],
      [{ ...body, step: other.steps[0]?.id }, 'step'],
    ] as const
    for (const [wrong, path] of refused) {
      const { problem } = await user.call(flameApi.add, { body: wrong })
      expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path, code: 'unknownRef' }] })
    }
    expect((await user.call(flameApi.add, { body: {} as typeof body })).problem.errors).toMatchObject([
      { path: 'contactRef', code: 'required' },
      { path: 'taskboardRef', code: 'required' },
    ])
  })
})

describe('a board', () => {
  test('hides flames before their reminder unless asked, and can show one contact only', async () => {
    const board = await buildBoard()
    const later = await buildFlame({ taskboardRef: board.id, reminderAtUtc: inDays(2) })
    const now = await buildFlame({ taskboardRef: board.id, reminderAtUtc: inDays(-1) })
    const last = await buildFlame({ taskboardRef: board.id, step: board.steps[2]?.id })
    const shown = await boardOf(board.id)
    expect(idsOf(shown.flames)).toEqual([now.id, last.id])
    expect(shown.nextReminderUtc).toBe(later.reminderAtUtc)
    const all = await boardOf(board.id, { withFutureTask: true })
    expect(idsOf(all.flames)).toEqual([now.id, later.id, last.id])
    expect(all.nextReminderUtc).toBeNull()
    expect(idsOf((await boardOf(board.id, { contactRef: last.dossier.contactRef })).flames)).toEqual([last.id])
  })

  test('shows later changes in cards and their order', async () => {
    const board = await buildBoard()
    const own = { taskboardRef: board.id }
    const first = await buildFlame({ ...own, step: board.steps[1]?.id })
    const second = await buildFlame(own)
    const shown = async () => (await boardOf(board.id)).flames
    expect(idsOf(await shown())).toEqual([second.id, first.id])
    expect(await shown()).toEqual(await shown())

    const { id: contactRef } = await buildContact({ surname: 'Nachher' })
    await user.call(flameApi.update, { params: first, body: { version: first.version, dossier: { contactRef } } })
    expect((await shown()).at(-1)).toMatchObject({ contactRef, contactName: 'Anna Nachher' })

    // The stored cards do not depend on the position of their step.
    const steps = [board.steps[1], board.steps[0], board.steps[2]].map((step) => ({
      id: step?.id,
      title: step?.title ?? '',
    }))
    await admin.call(boardApi.update, { params: board, body: { ...board, steps } })
    expect(idsOf(await shown())).toEqual([first.id, second.id])

    await admin.call(flameApi.remove, { params: first })
    expect(idsOf(await shown())).toEqual([second.id])
    await admin.call(flameApi.remove, { params: second })
    expect(await shown()).toEqual([])
    await admin.call(flameApi.revertDeleted, { params: second })
    expect(idsOf(await shown())).toEqual([second.id])
  })

  test('shows the main facts of a flame on its card', async () => {
    const contact = await buildContact({
      companyName: 'Hotel Beispiel AG',
      givenName: '',
      surname: '',
      customerType: 'BUSINESS',
    })
    const pickupDate = '2031-03-04T08:00:00.000Z'
    const dossier = { certificateName: 'Terrasse', pickupDate, taxFreeDelivery: true, sapOrdernumber: '4711' }
    const flame = await buildFlame({ contactRef: contact.id, dossier })
    const [card] = (await boardOf(flame.taskboardRef)).flames
    expect(card).toMatchObject({
      id: flame.id,
      contactRef: contact.id,
      contactName: 'Hotel Beispiel AG',
      customerType: 'BUSINESS',
      certificateName: 'Terrasse',
      sapOrdernumber: '4711',
      pickupDate,
      taxFreeDelivery: true,
      inStepSinceUtc: flame.created,
      lacks: ['AVIS_PHONE', 'AVIS_EMAIL', 'PACKAGES_CURRENT', 'UID_VERIFIED_IF_TAX_FREE'],
    })
  })
})

describe('the flames of a hidden board', () => {
  test('are hidden in every call', async () => {
    const roles = (await admin.call(roleApi.list, {})).answer
    const board = await buildBoard({ assignedRoles: [roles.find(({ name }) => name === 'ADMIN')?.id ?? ''] })
    const open = await buildBoard()
    const contactRef = (await buildContact()).id
    const body = { contactRef, taskboardRef: board.id, dossier: { pickupDate: '2033-05-05T08:00:00Z' } }
    const flame = (await admin.call(flameApi.add, { body })).answer
    const params = { id: flame.id }
    const ofBoard = { id: board.id }
    const to = { taskboardRef: board.id, step: flame.step }
    const own = await buildFlame({ taskboardRef: open.id })
    const hidden = [
      () => user.call(flameApi.board, { params: ofBoard }),
      () => user.call(flameApi.bin, { params: ofBoard }),
      () => user.call(flameApi.get, { params }),
      () => user.call(flameApi.stepChanges, { params }),
      () => user.call(flameApi.history, { params }),
      () => user.call(flameApi.update, { params, body: { version: 1 } }),
      () => user.call(flameApi.prioritize, { params }),
      () => user.call(flameApi.move, { params, body: { version: 1, taskboardRef: open.id, step: own.step } }),
      () => user.call(flameApi.duplicate, { params, body: { taskboardRef: open.id, step: own.step } }),
      () => user.call(flameApi.archive, { params }),
      () => user.call(flameApi.revertArchived, { params }),
      () => user.call(flameApi.remove, { params }),
      () => user.call(flameApi.revertDeleted, { params }),
      () => user.call(flameApi.removeForGood, { params }),
    ]
    for (const call of hidden) expect((await call()).status, call.toString()).toBe(404)
    for (const call of [
      () => user.call(flameApi.add, { body }),
      () => user.call(flameApi.move, { params: { id: own.id }, body: { version: 1, ...to } }),
      () => user.call(flameApi.duplicate, { params: { id: own.id }, body: to }),
    ]) {
      expect((await call()).problem.errors).toMatchObject([{ path: 'taskboardRef', code: 'unknownRef' }])
    }
    const span = { query: { start: '2033-05-05', end: '2033-05-05' } }
    const counted = { query: { contactRef } }
    expect((await user.call(flameApi.search, { body: { contactRef } })).answer.flames).toEqual([])
    expect((await user.call(flameApi.ofContact, { params: { id: contactRef } })).answer).toEqual([])
    expect((await user.call(flameApi.countByContact, counted)).answer).toEqual({ count: 0, archived: 0 })
    expect((await user.call(flameApi.pickups, span)).answer).toEqual([])
    expect((await admin.call(flameApi.search, { body: { contactRef } })).answer.flames).toHaveLength(1)
    expect((await admin.call(flameApi.countByContact, counted)).answer).toEqual({ count: 1, archived: 0 })
    expect((await admin.call(flameApi.pickups, span)).answer).toHaveLength(1)
  })
})

describe('the bin', () => {
  test('takes a flame, restores it, and is the only place to remove it for good', async () => {
    const flame = await buildFlame()
    const params = { id: flame.id }
    const bin = async () => (await user.call(flameApi.bin, { params: { id: flame.taskboardRef } })).answer
    expect((await user.call(flameApi.removeForGood, { params })).problem.code).toBe('NOT_IN_BIN')
    expect((await user.call(flameApi.remove, { params })).status).toBe(204)
    expect((await user.call(flameApi.remove, { params })).problem.code).toBe('IN_BIN')
    expect((await boardOf(flame.taskboardRef)).flames).toEqual([])
    expect(await bin()).toMatchObject([{ id: flame.id, deletedUtc: expect.any(String), deletedBy: 'USER' }])
    expect((await user.call(flameApi.get, { params })).answer.deletedUtc).toEqual(expect.any(String))
    expect((await user.call(flameApi.archive, { params })).problem.code).toBe('IN_BIN')
    expect((await user.call(flameApi.prioritize, { params })).problem.code).toBe('IN_BIN')
    expect((await user.call(flameApi.revertDeleted, { params })).answer).toMatchObject({
      id: flame.id,
      deletedUtc: null,
    })
    expect(await bin()).toEqual([])
    await user.call(flameApi.remove, { params })
    expect((await user.call(flameApi.removeForGood, { params })).status).toBe(204)
    expect((await user.call(flameApi.get, { params })).status).toBe(404)
    expect(await bin()).toEqual([])
  })
})

describe('a copy of a flame', () => {
  test('has the whole dossier and is a separate flame', async () => {
    const contact = await buildContact({ addresses: [{ addressType: 'HOME', street: 'Musterweg 1' }] })
    const dossier = {
      notes: 'Zufahrt eng',
      sapOrdernumber: '4711',
      pickupDate: '2031-03-04T08:00:00Z',
      deliveryAddressRef: contact.addresses[0]?.id ?? null,
      articles: [{ productName: 'Schale', quantity: 3, discount: '10' }],
      packageInfos: [{ quantity: 2, widthInCm: '80', depthInCm: '80', heightInCm: '40', weightInKg: '12.5' }],
    }
    const flame = await buildFlame({ contactRef: contact.id, dossier, reminderAtUtc: inDays(-1) })
    const board = await buildBoard()
    const body = { taskboardRef: board.id, step: board.steps[1]?.id ?? '' }
    const { answer } = await user.call(flameApi.duplicate, { params: { id: flame.id }, body })
    const bare = ({ dossier }: typeof answer) => ({
      ...dossier,
      ...{ id: '', taskId: '', blackBoardRef: '', articlesChangedAtUtc: '', packagesChangedAtUtc: '' },
      articles: dossier.articles.map((row) => ({ ...row, id: '' })),
      packageInfos: dossier.packageInfos.map((row) => ({ ...row, id: '' })),
    })
    expect(answer).toMatchObject({ ...body, version: 1, reminderAtUtc: null })
    expect(answer.id).not.toBe(flame.id)
    expect(bare(answer)).toEqual(bare(flame))
    expect(answer.dossier.articles[0]?.id).not.toBe(flame.dossier.articles[0]?.id)
  })

  test('is assigned to the caller when the assignee cannot sign in, and omits a reseller in the bin', async () => {
    const account = { username: 'austritt', email: '', phoneNumber: '', password: 'glut-demo', roles: ['USER'] }
    const { id } = (await admin.call(userApi.add, { body: account })).answer
    const reseller = await buildContact()
    const flame = await buildFlame({ assigneeRef: id, dossier: { resellerRef: reseller.id } })
    expect((await admin.call(userApi.remove, { params: { id } })).status).toBe(204)
    await admin.call(contactApi.remove, { params: { id: reseller.id } })
    const { taskboardRef, step } = flame
    const copy = await user.call(flameApi.duplicate, { params: { id: flame.id }, body: { taskboardRef, step } })
    const me = (await user.call(authApi.me, {})).answer
    expect(copy.answer).toMatchObject({ assigneeRef: me.id, dossier: { resellerRef: null } })
  })
})

describe('the flames of a contact', () => {
  test('are listed with open ones first, and counted', async () => {
    const contact = await buildContact()
    const [old, open, gone] = [
      await buildFlame({ contactRef: contact.id }),
      await buildFlame({ contactRef: contact.id }),
      await buildFlame({ contactRef: contact.id }),
    ]
    await user.call(flameApi.archive, { params: { id: old.id } })
    await user.call(flameApi.remove, { params: { id: gone.id } })
    const { answer } = await user.call(flameApi.ofContact, { params: { id: contact.id } })
    expect(idsOf(answer)).toEqual([open.id, old.id])
    const count = await user.call(flameApi.countByContact, { query: { contactRef: contact.id } })
    expect(count.answer).toEqual({ count: 1, archived: 1 })
    expect((await user.call(flameApi.ofContact, { params: { id: nowhere } })).status).toBe(404)
  })
})
