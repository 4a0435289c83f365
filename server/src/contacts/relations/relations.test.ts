import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { contactRelationApi, mirrorOf, type RelationType, relationTypes } from '#contract/contacts/relations'
import { historyApi } from '#contract/together/history'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'

const { as } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)
const relate = (id: string, contactRef: string, type: RelationType, active = true) =>
  user.call(contactRelationApi.add, { params: { id }, body: { contactRef, type, active } })
const relationsOf = async (id: string) => (await user.call(contactRelationApi.list, { params: { id } })).answer
const change = (name: 'activate' | 'deactivate', id: string, relId: string, version?: number) =>
  user.call(contactRelationApi[name], { params: { id, relId }, query: { version } })
const migrate = (id: string, relId: string, migrationType: RelationType, version?: number) =>
  user.call(contactRelationApi.migrate, { params: { id, relId }, query: { migrationType, version } })
const pair = async () =>
  [await buildContact(), await buildContact({ givenName: 'Beat', surname: 'Gegenüber' })] as const

test.each(relationTypes)('%s is shown from both sides and stored once', async (type) => {
  const [one, other] = await pair()
  const { answer } = await relate(one.id, other.id, type)
  expect(answer).toMatchObject({
    contactRef: other.id,
    fullName: 'Beat Gegenüber',
    type,
    given: false,
    active: true,
    version: 1,
  })
  expect(await relationsOf(one.id)).toEqual([answer])
  expect(await relationsOf(other.id)).toMatchObject([
    {
      id: answer.id,
      contactRef: one.id,
      fullName: 'Anna Beispiel',
      type: mirrorOf[type] ?? type,
      given: type === 'DONOR',
    },
  ])
  const again = await relate(one.id, other.id, type)
  expect(again.problem).toMatchObject({ code: 'RELATION_EXIST', status: 409 })
  const mirror = mirrorOf[type]
  if (mirror) expect((await relate(other.id, one.id, mirror)).problem.code).toBe('RELATION_EXIST')
})

test('two people adding the same relation at once: one succeeds', async () => {
  const [one, other] = await pair()
  const answers = await Promise.all([
    relate(one.id, other.id, 'COUPLE'),
    relate(other.id, one.id, 'COUPLE'),
    relate(one.id, other.id, 'COUPLE'),
  ])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
})

test('a relation to the contact itself, to an unknown one or to one in the bin is refused', async () => {
  const [one, other] = await pair()
  expect((await relate(one.id, one.id, 'COUPLE')).problem.errors).toMatchObject([
    { path: 'contactRef', code: 'sameContact' },
  ])
  expect((await relate(one.id, randomUUID(), 'COUPLE')).problem.errors).toMatchObject([{ code: 'unknownRef' }])
  expect((await relate(randomUUID(), one.id, 'COUPLE')).status).toBe(404)
  const { answer } = await relate(one.id, other.id, 'PARENTS')
  await user.call(contactApi.remove, { params: { id: other.id } })
  expect(await relationsOf(one.id)).toEqual([])
  expect((await relate(one.id, other.id, 'CHILD')).problem.code).toBe('IN_BIN')
  expect((await change('deactivate', other.id, answer.id)).problem.code).toBe('IN_BIN')
  await user.call(contactApi.restore, { params: { id: other.id } })
  expect(await relationsOf(one.id)).toMatchObject([{ type: 'PARENTS' }])
})

test('past relations stay listed, after the active ones', async () => {
  const [one, other] = await pair()
  const third = await buildContact({ surname: 'Dritte' })
  const { answer: first } = await relate(one.id, other.id, 'COUPLE')
  await relate(one.id, third.id, 'EMPLOYER')
  expect((await change('deactivate', other.id, first.id, 1)).answer).toMatchObject({ active: false, version: 2 })
  expect((await relationsOf(one.id)).map(({ type, active }) => [type, active])).toEqual([
    ['EMPLOYER', true],
    ['COUPLE', false],
  ])
  const counted = await user.call(contactRelationApi.count, { params: { id: one.id } })
  expect(counted.answer).toEqual({ count: 2, active: 1 })
  expect((await change('activate', one.id, first.id)).answer).toMatchObject({ active: true, version: 3 })
  expect((await change('activate', one.id, first.id)).answer).toMatchObject({ active: true, version: 3 })
})

test('a relation changes its type on both sides', async () => {
  const [one, other] = await pair()
  const { answer } = await relate(one.id, other.id, 'EMPLOYER')
  for (const type of relationTypes) {
    const { answer: turned } = await migrate(one.id, answer.id, type)
    expect(turned).toMatchObject({ id: answer.id, type, given: false })
    expect(await relationsOf(other.id)).toMatchObject([{ type: mirrorOf[type] ?? type, given: type === 'DONOR' }])
  }
  await migrate(one.id, answer.id, 'CHILD')
  expect((await migrate(other.id, answer.id, 'DONOR')).answer).toMatchObject({ type: 'DONOR', contactRef: one.id })
  expect(await relationsOf(one.id)).toMatchObject([{ type: 'DONOR', given: true }])
  const { answer: second } = await relate(one.id, other.id, 'PARENTS')
  expect((await migrate(other.id, answer.id, 'CHILD')).problem.code).toBe('RELATION_EXIST')
  expect((await migrate(one.id, second.id, 'COUPLE', 7)).problem).toMatchObject({
    code: 'STALE_VERSION',
    current: { id: second.id, type: 'PARENTS' },
  })
})

test('the donor can only read the donation', async () => {
  const [one, donor] = await pair()
  const { answer } = await relate(one.id, donor.id, 'DONOR')
  const params = { id: donor.id, relId: answer.id }
  const refused = [
    await user.call(contactRelationApi.remove, { params }),
    await change('deactivate', donor.id, answer.id),
    await migrate(donor.id, answer.id, 'COUPLE'),
  ]
  for (const { problem } of refused) expect(problem.code).toBe('SHARED_ELSEWHERE')
  expect((await change('deactivate', one.id, answer.id)).answer.active).toBe(false)
})

test('resellers and their customers have a list of their own', async () => {
  const [one, other] = await pair()
  await relate(one.id, other.id, 'RESELLER')
  await relate(one.id, other.id, 'COUPLE')
  const list = async (id: string) =>
    (await user.call(contactRelationApi.resellerCustomer, { params: { id } })).answer.map(({ type }) => type)
  expect(await list(one.id)).toEqual(['RESELLER'])
  expect(await list(other.id)).toEqual(['RESELLER_CUSTOMER'])
})

test('removing a relation removes it on both sides and is in both histories', async () => {
  const [one, other] = await pair()
  const { answer } = await relate(one.id, other.id, 'EMPLOYEE')
  const removed = await user.call(contactRelationApi.remove, { params: { id: one.id, relId: answer.id } })
  expect(removed.status).toBe(204)
  expect(await relationsOf(other.id)).toEqual([])
  for (const { id } of [one, other]) {
    const { entries } = (await user.call(historyApi.ofContact, { params: { id } })).answer
    expect(entries.slice(0, 2).map(({ entity, action }) => [entity, action])).toEqual([
      ['contact_relation', 'REMOVED'],
      ['contact_relation', 'CREATED'],
    ])
  }
})

test('a relation cannot be changed through a third contact', async () => {
  const [one, other] = await pair()
  const { answer } = await relate(one.id, other.id, 'COUPLE')
  const { id } = await buildContact()
  expect((await change('deactivate', id, answer.id)).status).toBe(404)
  expect((await user.call(contactRelationApi.list, { params: { id: randomUUID() } })).status).toBe(404)
})

test('a contact is answered with its relations, except to contacts in the bin', async () => {
  const [one, other] = await pair()
  await relate(one.id, other.id, 'EMPLOYER')
  const told = async (id: string) => (await user.call(contactApi.get, { params: { id } })).answer.relations
  expect(await told(one.id)).toEqual(await relationsOf(one.id))
  expect(await told(other.id)).toMatchObject([{ contactRef: one.id, type: 'EMPLOYEE', city: '' }])
  await as('ADMIN').call(contactApi.remove, { params: { id: one.id } })
  expect(await told(other.id)).toEqual([])
})

test('the graph reaches two relations far and leaves out contacts in the bin', async () => {
  const [one, near] = await pair()
  const [far, beyond, binned] = [await buildContact(), await buildContact(), await buildContact()]
  await relate(one.id, near.id, 'EMPLOYER')
  await relate(far.id, near.id, 'CHILD')
  await relate(far.id, beyond.id, 'COUPLE')
  await relate(one.id, binned.id, 'COUPLE')
  await user.call(contactApi.remove, { params: { id: binned.id } })
  const { answer } = await user.call(contactRelationApi.graph, { params: { id: one.id } })
  expect(answer.nodes.map(({ contactRef, distance }) => [contactRef, distance])).toEqual([
    [one.id, 0],
    [near.id, 1],
    [far.id, 2],
  ])
  expect(answer).toMatchObject({
    edges: [
      { contactRef: one.id, otherRef: near.id, type: 'EMPLOYER', active: true },
      { contactRef: near.id, otherRef: far.id, type: 'PARENTS', active: true },
    ],
    more: false,
  })
  expect((await user.call(contactRelationApi.graph, { params: { id: randomUUID() } })).status).toBe(404)
})
