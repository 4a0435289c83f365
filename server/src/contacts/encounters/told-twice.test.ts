import { expect, test } from 'vitest'
import { encounterApi } from '#contract/contacts/encounters'
import { listedEncounterApi } from '#contract/contacts/listed-encounters'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { encounterFactory } from '../../../test/encounters.ts'
import { mp3, recording } from '../../../test/mp3.ts'

const { as, database } = await testApp()
const buildContact = contactFactory(as)
const { add } = encounterFactory(as)
const user = as('USER')
const told = { description: 'Möchte zwei Schalen', originalKnownSince: '2026-03-01T10:00:10Z' }
const list = async (id: string) => (await user.call(encounterApi.list, { params: { id } })).answer.encounters

test('an encounter with the same contact, type, minute and text as another is marked as a duplicate', async () => {
  const [{ id }, other] = [await buildContact(), await buildContact()]
  const first = await add(id, told)
  const again = await add(id, { ...told, originalKnownSince: '2026-03-01T10:00:50Z' })
  expect([first.duplicate, again.duplicate]).toEqual([false, true])
  const others = [
    await add(id, { ...told, originalKnownSince: '2026-03-01T10:01:00Z' }),
    await add(id, { ...told, encounterType: 'POST' }),
    await add(id, { ...told, description: 'Möchte drei Schalen' }),
    await add(other.id, told),
  ]
  expect(others.map(({ duplicate }) => duplicate)).toEqual([false, false, false, false])
})

test('an encounter like one in the bin is no duplicate', async () => {
  const { id } = await buildContact()
  const { id: encId } = await add(id, told)
  await user.call(encounterApi.remove, { params: { id, encId } })
  expect((await add(id, told)).duplicate).toBe(false)
})

test('a list of contacts uploaded twice marks the second encounters as duplicates', async () => {
  const { id } = await buildContact({ emailAddresses: [{ address: 'liste@example.test', favorite: true }] })
  const send = () =>
    as('ADMIN').call(listedEncounterApi.upload, {
      body: { encounterType: 'POST', ...told },
      file: new File(['E-Mail\nliste@example.test\n'], 'liste.csv'),
    })
  expect((await send()).status).toBe(200)
  await send()
  expect((await list(id)).map(({ duplicate }) => duplicate)).toEqual([true, false])
})

test('the same recording uploaded again is marked as a duplicate', async () => {
  const { id } = await buildContact()
  const record = async (seconds: number) =>
    (await user.call(encounterApi.addVoiceMemo, { params: { id }, file: recording(mp3(seconds)) })).answer.duplicate
  expect([await record(1), await record(2), await record(1)]).toEqual([false, false, true])
})

test('an encounter is marked when moved beside an equal one, and unmarked when moved back', async () => {
  const [one, two] = [await buildContact(), await buildContact()]
  await add(one.id, told)
  const { id: encId } = await add(two.id, told)
  const move = async (id: string, target: string) =>
    (await as('ADMIN').call(encounterApi.move, { params: { id, encId, target } })).answer.duplicate
  expect(await move(two.id, one.id)).toBe(true)
  expect(await move(one.id, two.id)).toBe(false)
})

test('a recording uploaded twice at the same moment is marked once', async () => {
  const { id } = await buildContact()
  const send = () => user.call(encounterApi.addVoiceMemo, { params: { id }, file: recording(mp3(3)) })
  const both = await callAtOnce(database, send, send)
  expect(both.map(({ answer }) => answer.duplicate)).toEqual([false, true])
})
