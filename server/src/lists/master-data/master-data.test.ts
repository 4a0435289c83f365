import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { masterData } from '#contract/lists/master-data'
import { testApp } from '../../../test/app.ts'

const { database, as } = await testApp()
const admin = as('ADMIN')
const { sectors } = masterData
const add = (title: string) => admin.call(sectors.add, { body: { title } })
const titles = async () => (await as('USER').call(sectors.list, {})).answer.map((sector) => sector.title)

test('entries are added, listed by name, changed and removed', async () => {
  const { answer: garden } = await add(' Gartenbau ')
  expect(garden).toMatchObject({ title: 'Gartenbau', version: 1 })
  await add('Öfen')
  await add('Zimmerei')
  await add('Nahrung')
  expect(await titles()).toEqual(['Gartenbau', 'Nahrung', 'Öfen', 'Zimmerei'])
  const params = { id: garden.id }
  const changed = await admin.call(sectors.update, { params, body: { version: 1, title: 'Waldbau' } })
  expect(changed.answer).toEqual({ id: garden.id, title: 'Waldbau', version: 2 })
  expect((await admin.call(sectors.remove, { params })).status).toBe(204)
  expect((await admin.call(sectors.remove, { params })).status).toBe(404)
  expect(await titles()).not.toContain('Waldbau')
})

test('a title exists once, regardless of case', async () => {
  await add('Hotellerie')
  expect((await add('HOTELLERIE')).problem.code).toBe('TITLE_EXIST')
  const { answer } = await add('Gastronomie')
  const body = { version: 1, title: 'hotellerie' }
  const renamed = await admin.call(sectors.update, { params: { id: answer.id }, body })
  expect(renamed.problem.code).toBe('TITLE_EXIST')
})

test('a title is required and limited in length', async () => {
  expect((await add('  ')).problem.errors).toMatchObject([{ path: 'title', code: 'required' }])
  expect((await add('x'.repeat(256))).problem.errors).toMatchObject([{ path: 'title', code: 'maxLength' }])
  expect((await add('ä'.repeat(255))).status).toBe(200)
})

test('an entry saved by two people: the second gets the version saved by the first', async () => {
  const { answer } = await add('Schulen')
  const save = (title: string) => admin.call(sectors.update, { params: { id: answer.id }, body: { version: 1, title } })
  expect((await save('Gemeinden')).status).toBe(200)
  expect((await save('Kirchen')).problem).toMatchObject({
    code: 'STALE_VERSION',
    current: { title: 'Gemeinden', version: 2 },
  })
  const missing = await admin.call(sectors.update, { params: { id: randomUUID() }, body: { version: 1, title: 'x' } })
  expect(missing.status).toBe(404)
})

test('an entry that a contact uses cannot be removed', async () => {
  const { answer: sector } = await add('Architektur')
  const user = as('USER')
  const { answer: contact } = await user.call(contactApi.add, { body: { surname: 'Bau', sectorRef: sector.id } })
  expect((await admin.call(sectors.remove, { params: { id: sector.id } })).problem.code).toBe('IN_USE')
  await user.call(contactApi.update, { params: { id: contact.id }, body: { ...contact, sectorRef: null } })
  expect((await admin.call(sectors.remove, { params: { id: sector.id } })).status).toBe(204)
  const unknown = await user.call(contactApi.add, { body: { surname: 'Bau', sectorRef: sector.id } })
  expect(unknown.problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'sectorRef' }] })
})

test('every change is in the history', async () => {
  const { answer } = await add('Vereine')
  await admin.call(sectors.update, { params: { id: answer.id }, body: { version: 1, title: 'Clubs' } })
  await admin.call(sectors.remove, { params: { id: answer.id } })
  const { rows } = await sql`
    select h.action, h.changes, u.username as by from history h join app_user u on u.id = h.actor
     where h.root_id = ${answer.id} order by h.id`.execute(database.kysely)
  expect(rows).toEqual([
    { action: 'CREATED', changes: { title: [null, 'Vereine'] }, by: 'ADMIN' },
    { action: 'CHANGED', changes: { title: ['Vereine', 'Clubs'] }, by: 'ADMIN' },
    { action: 'REMOVED', changes: { title: ['Clubs', null] }, by: 'ADMIN' },
  ])
})

test('an entry in use is refused for removal with its uses, and can be replaced', async () => {
  const [{ answer: old }, { answer: other }] = [await add('Alt'), await add('Neu')]
  const user = as('USER')
  const { answer: contact } = await user.call(contactApi.add, { body: { surname: 'Bau', sectorRef: old.id } })
  const used = await admin.call(sectors.remove, { params: { id: old.id } })
  expect(used.problem).toMatchObject({ code: 'IN_USE', usedBy: [{ count: 1 }] })
  const replaced = await admin.call(sectors.replace, { params: { id: old.id, otherId: other.id } })
  expect(replaced.answer).toEqual({ replaced: 1 })
  const after = (await user.call(contactApi.get, { params: { id: contact.id } })).answer
  expect(after.sectorRef).toBe(other.id)
  expect((await admin.call(sectors.remove, { params: { id: old.id } })).status).toBe(204)
  const missing = { params: { id: other.id, otherId: randomUUID() } }
  expect((await admin.call(sectors.replace, missing)).problem.code).toMatch(/NOT_FOUND|VALIDATION/)
})
