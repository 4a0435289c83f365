import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { mergeApi } from '#contract/contacts/merges'
import { contactRelationApi } from '#contract/contacts/relations'
import { flameApi } from '#contract/orders/flames'
import { testApp } from '../../../test/app.ts'
import { callAtOnce, waiting } from '../../../test/at-once.ts'
import { flameFactory } from '../../../test/flames.ts'

const { as, database } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const get = async (id: string) => (await user.call(contactApi.get, { params: { id } })).answer
const flameOf = async (id: string) => (await user.call(flameApi.get, { params: { id } })).answer

async function merge(survivor: Contact, others: readonly Contact[]) {
  const all = await Promise.all([survivor, ...others].map(({ id }) => get(id)))
  const { answer, status, problem } = await admin.call(mergeApi.merge, {
    body: {
      survivorRef: survivor.id,
      contacts: all.map(({ id, version }) => ({ contactRef: id, version })),
    },
  })
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer
}

const undo = async (id: string) => expect((await admin.call(mergeApi.undo, { params: { id } })).status).toBe(204)

const person = (surname: string, mail: string, number: string) =>
  buildContact({
    surname,
    addresses: [
      { addressType: 'HOME', street: `${surname}weg 1`, zipCode: '8000', city: 'Zürich' },
      { addressType: 'BUSINESS', street: `${surname}weg 2`, zipCode: '8000', city: 'Zürich' },
    ],
    emailAddresses: [{ address: mail }],
    phoneNumbers: [{ type: 'MOBILE', number }],
  })

const references = (contact: Contact) => ({
  deliveryAddressRef: contact.addresses[0]?.id ?? null,
  billingAddressRef: contact.addresses[1]?.id ?? null,
  avisPhoneNumberRef: contact.phoneNumbers[0]?.id ?? null,
  avisEmailRef: contact.emailAddresses[0]?.id ?? null,
})

test('flames, their references and resellers move with a merge and return with its undoing', async () => {
  const [board, one, two] = [
    await buildBoard(),
    await person('Eins', 'eins@flames.example', '079 500 00 01'),
    await person('Zwei', 'zwei@flames.example', '079 500 00 02'),
  ]
  const open = await buildFlame({ contactRef: two.id, taskboardRef: board.id, dossier: references(two) })
  const archived = await buildFlame({ contactRef: two.id, taskboardRef: board.id, dossier: references(two) })
  await user.call(flameApi.archive, { params: { id: archived.id } })
  const sold = await buildFlame({ taskboardRef: board.id, dossier: { resellerRef: two.id } })

  const { mergeRef } = await merge(one, [two])
  expect((await user.call(flameApi.countByContact, { query: { contactRef: one.id } })).answer).toEqual({
    count: 1,
    archived: 1,
  })
  for (const { id } of [open, archived]) {
    expect((await flameOf(id)).dossier).toMatchObject({ contactRef: one.id, ...references(two) })
  }
  expect((await flameOf(sold.id)).dossier).toMatchObject({ resellerRef: one.id, resellerName: 'Anna Eins' })
  const { flames } = (await user.call(flameApi.board, { params: { id: board.id }, query: {} })).answer
  expect(flames.find(({ id }) => id === open.id)).toMatchObject({ contactRef: one.id, contactName: 'Anna Eins' })
  expect((await user.call(encounterApi.list, { params: { id: one.id }, query: {} })).answer.encounters).toMatchObject([
    { encounterType: 'TASK' },
  ])

  await undo(mergeRef)
  for (const { id } of [open, archived]) {
    expect((await flameOf(id)).dossier).toMatchObject({ contactRef: two.id, ...references(two) })
  }
  expect((await flameOf(sold.id)).dossier).toMatchObject({ resellerRef: two.id, resellerName: 'Anna Zwei' })
  expect(await get(two.id)).toMatchObject({
    addresses: [{ street: 'Zweiweg 1' }, { street: 'Zweiweg 2' }],
    emailAddresses: [{ address: 'zwei@flames.example' }],
  })
})

test('references of a dossier to a dropped equal part point to the kept one until the merge is undone', async () => {
  const one = await buildContact({
    surname: 'Besitzer',
    addresses: [{ addressType: 'HOME', street: 'Teilweg 1', zipCode: '3000', city: 'Bern', shareable: true }],
    emailAddresses: [{ address: 'besitzer@flames.example' }],
    phoneNumbers: [{ type: 'MOBILE', number: '079 500 00 03' }],
  })
  const share = { sharedByContactPersonRef: one.id }
  const sharing = (surname: string) =>
    buildContact({
      surname,
      addresses: [{ addressType: 'HOME', ...share }],
      emailAddresses: [{ address: 'besitzer@flames.example', ...share }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 500 00 03', ...share }],
    })
  const [two, three] = [await sharing('Teilt'), await sharing('Teilt auch')]
  const named = (contact: Contact) => {
    const { billingAddressRef: _, ...others } = references(contact)
    return others
  }
  const flame = await buildFlame({ contactRef: two.id, dossier: named(two) })
  const other = await buildFlame({ contactRef: three.id, dossier: named(three) })

  // Two sharers of the same rows become one …
  const sharers = await merge(three, [two])
  expect((await flameOf(flame.id)).dossier).toMatchObject({ contactRef: three.id, ...named(three) })
  // … and then one with their owner.
  const whole = await merge(one, [three])
  for (const { id } of [flame, other]) {
    expect((await flameOf(id)).dossier).toMatchObject({ contactRef: one.id, ...named(one) })
  }

  await undo(whole.mergeRef)
  for (const { id } of [flame, other]) {
    expect((await flameOf(id)).dossier).toMatchObject({ contactRef: three.id, ...named(three) })
  }
  await undo(sharers.mergeRef)
  expect((await flameOf(flame.id)).dossier).toMatchObject({ contactRef: two.id, ...named(two) })
  expect((await flameOf(other.id)).dossier).toMatchObject({ contactRef: three.id, ...named(three) })
})

test('equal addresses used by orders become one in a merge, and two again after its undoing', async () => {
  const address = { addressType: 'HOME', street: 'Gleichweg 4', zipCode: '4000', city: 'Basel' } as const
  const [one, two] = [
    await buildContact({ surname: 'Gleich', addresses: [address] }),
    await buildContact({ surname: 'Gleich', addresses: [address] }),
  ]
  const flame = await buildFlame({ contactRef: two.id, dossier: { deliveryAddressRef: two.addresses[0]?.id ?? null } })
  const relation = { contactRef: (await buildContact()).id, type: 'EMPLOYER' } as const
  await user.call(contactRelationApi.add, { params: { id: two.id }, body: relation })
  const { mergeRef, survivor } = await merge(one, [two])
  expect(survivor.addresses).toHaveLength(1)
  expect((await flameOf(flame.id)).dossier.deliveryAddressRef).toBe(survivor.addresses[0]?.id)
  await undo(mergeRef)
  expect((await get(one.id)).addresses).toMatchObject([{ id: one.addresses[0]?.id }])
  expect((await get(two.id)).addresses).toMatchObject([{ id: two.addresses[0]?.id }])
  expect((await flameOf(flame.id)).dossier).toMatchObject({
    contactRef: two.id,
    deliveryAddressRef: two.addresses[0]?.id,
  })
})

test('an order changed to an address of the other contact after the merge keeps a copy after the undoing', async () => {
  const [one, two] = [
    await person('Hier', 'hier@flames.example', '079 500 00 11'),
    await person('Dort', 'dort@flames.example', '079 500 00 12'),
  ]
  const [ofOne, ofTwo] = [await buildFlame({ contactRef: one.id }), await buildFlame({ contactRef: two.id })]
  const { mergeRef } = await merge(one, [two])
  const change = (id: string, version: number, contact: Contact) =>
    user.call(flameApi.update, { params: { id }, body: { version, dossier: references(contact) } })
  expect((await change(ofTwo.id, ofTwo.version, one)).status).toBe(200)
  expect((await change(ofOne.id, ofOne.version, two)).status).toBe(200)
  await undo(mergeRef)
  for (const [flame, contact, street] of [
    [ofOne, one, 'Dortweg 1'],
    [ofTwo, two, 'Hierweg 1'],
  ] as const) {
    const { addresses } = await get(contact.id)
    expect(addresses).toHaveLength(4)
    const { dossier } = await flameOf(flame.id)
    expect(dossier).toMatchObject({ contactRef: contact.id, avisEmailRef: null, avisPhoneNumberRef: null })
    expect(addresses.find(({ id }) => id === dossier.deliveryAddressRef)).toMatchObject({ street })
  }
})

test('an address that an order uses twice is copied once by the undoing', async () => {
  const [one, two] = [
    await person('Links', 'links@flames.example', '079 500 00 13'),
    await person('Rechts', 'rechts@flames.example', '079 500 00 14'),
  ]
  const { id, version } = await buildFlame({ contactRef: two.id })
  const { mergeRef } = await merge(one, [two])
  const ref = one.addresses[0]?.id ?? null
  const body = { version, dossier: { deliveryAddressRef: ref, billingAddressRef: ref } }
  expect((await user.call(flameApi.update, { params: { id }, body })).status).toBe(200)
  await undo(mergeRef)
  const { dossier } = await flameOf(id)
  const { addresses } = await get(two.id)
  expect(addresses.map(({ street }) => street).sort()).toEqual(['Linksweg 1', 'Rechtsweg 1', 'Rechtsweg 2'])
  expect(dossier.deliveryAddressRef).toBe(dossier.billingAddressRef)
})

test('an order saved while its contacts were merged can be given to the other contact after the undoing', async () => {
  const [one, two] = [
    await person('Kopf', 'kopf@flames.example', '079 500 00 15'),
    await person('Zahl', 'zahl@flames.example', '079 500 00 16'),
  ]
  const { id, version } = await buildFlame({ contactRef: two.id })
  const { mergeRef } = await merge(one, [two])
  const noted = { version, dossier: { notes: 'Als eine' } }
  const whole = (await user.call(flameApi.update, { params: { id }, body: noted })).answer
  await undo(mergeRef)
  const parted = await flameOf(id)
  expect(parted.dossier.contactRef).toBe(two.id)
  // who opened it while they were one changed the notes alone
  const stale = { version: whole.version, dossier: { contactRef: one.id, notes: 'Von vorhin' } }
  const { answer } = await user.call(flameApi.update, { params: { id }, body: stale })
  expect(answer.dossier).toMatchObject({ contactRef: two.id, notes: 'Von vorhin' })
  const given = { version: answer.version, dossier: references(one) }
  const changed = { ...given, dossier: { ...given.dossier, contactRef: one.id } }
  const back = await user.call(flameApi.update, { params: { id }, body: changed })
  expect(back.answer.dossier).toMatchObject({ contactRef: one.id, ...references(one) })
})

test('an order opened after the undoing can be given to the other contact', async () => {
  const [one, two] = [
    await person('Ebbe', 'ebbe@flames.example', '079 500 00 17'),
    await person('Flut', 'flut@flames.example', '079 500 00 18'),
  ]
  const board = await buildBoard()
  const { id, version } = await buildFlame({ contactRef: two.id, taskboardRef: board.id })
  const { mergeRef } = await merge(one, [two])
  const sent = { version, dossier: references(one) }
  expect((await user.call(flameApi.update, { params: { id }, body: sent })).status).toBe(200)
  await undo(mergeRef)
  const parted = await flameOf(id)
  const to = { taskboardRef: board.id, step: board.steps[1]?.id ?? '' }
  const { status } = await user.call(flameApi.move, { params: { id }, body: { version: parted.version, ...to } })
  expect(status).toBe(200)
  const dossier = { contactRef: one.id, ...references(one) }
  const given = await user.call(flameApi.update, { params: { id }, body: { version: parted.version, dossier } })
  expect(given.answer.dossier).toMatchObject(dossier)
})

test('an order can be changed while its merge is being undone', async () => {
  const [one, two] = [
    await person('Bug', 'bug@flames.example', '079 500 00 19'),
    await person('Heck', 'heck@flames.example', '079 500 00 20'),
  ]
  const board = await buildBoard()
  const { id, version } = await buildFlame({ contactRef: two.id, taskboardRef: board.id })
  const params = { id }
  const to = { taskboardRef: board.id, step: board.steps[1]?.id ?? '' }
  const changes: (() => Promise<{ status: number; problem: object }>)[] = [
    () => user.call(flameApi.move, { params, body: { version, ...to } }),
    () => user.call(flameApi.update, { params, body: { version: version + 1, dossier: { notes: 'Neu' } } }),
    () => user.call(flameApi.remove, { params }),
  ]
  for (const change of changes) {
    const { mergeRef } = await merge(one, [two])
    const [, { status, problem }] = await callAtOnce(database, () => undo(mergeRef), change)
    expect(status, JSON.stringify(problem)).toBeLessThan(300)
  }
})

test('an order whose saving began before the merge and ended after it can be given to the other contact', async () => {
  const [one, two] = [
    await person('Vor', 'vor@flames.example', '079 500 00 21'),
    await person('Nach', 'nach@flames.example', '079 500 00 22'),
  ]
  const { id, version } = await buildFlame({ contactRef: two.id })
  const save = () => user.call(flameApi.update, { params: { id }, body: { version, dossier: { notes: 'Vorher' } } })
  const { mergeRef, whole } = await database.kysely.connection().execute(async (keeper) => {
    await sql`begin`.execute(keeper)
    await sql`select from flame where id = ${id} for update`.execute(keeper)
    const saving = await waiting(database.kysely, save, 1)
    const merged = await merge(one, [two])
    await sql`commit`.execute(keeper)
    return { mergeRef: merged.mergeRef, whole: (await saving.call).answer }
  })
  expect(whole.dossier).toMatchObject({ contactRef: one.id, notes: 'Vorher' })
  await undo(mergeRef)
  const parted = await flameOf(id)
  expect(parted.dossier.contactRef).toBe(two.id)
  const body = { version: parted.version, dossier: { contactRef: one.id, ...references(one) } }
  const { answer, problem } = await user.call(flameApi.update, { params: { id }, body })
  expect(answer?.dossier, JSON.stringify(problem)).toMatchObject(body.dossier)
})
