import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { appointmentApi } from '#contract/calendars/appointments'
import { contactApi } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { today } from '#contract/endpoint'
import { imageGalleryApi, sharedDocumentApi } from '#contract/lists/galleries'
import { masterData, productApi } from '#contract/lists/master-data'
import { templateApi } from '#contract/lists/templates'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { commentApi } from '#contract/together/comments'
import { projectApi } from '#contract/work/projects'
import { demoApp } from '../../test/demo.ts'
import { readPhone } from '../contacts/phone.ts'
import { checkUid } from '../contacts/tax-numbers.ts'
import { demoContacts, demoId } from './contacts.ts'
import { addDemo, demoPassword } from './demo.ts'
import { demoEncounters } from './encounters.ts'

const { appContext, database, as, signIn } = await demoApp()

const counted = [
  'contact',
  'contact_search',
  'contact_document_version',
  'comment',
  'encounter',
  'sector',
  'app_user',
  'history',
  'flame',
  'project',
  'appointment',
] as const
const count = async (table: (typeof counted)[number]) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    database.kysely,
  )
  return rows[0]?.count ?? 0
}

test('the demo has two thousand contacts, and a second run adds nothing', async () => {
  expect(await count('contact')).toBe(2000)
  expect(await count('contact_search')).toBe(2000)
  const counts = () => Promise.all(counted.map(count))
  const before = await counts()
  await addDemo(appContext)
  expect(await counts()).toEqual(before)
})

test('demo contacts have documents with versions, and comments with mentions', async () => {
  const contact = (at: number) => ({ params: { id: demoId(at) } })
  const { answer: documents } = await as('USER').call(contactDocumentApi.list, contact(3))
  expect(documents.map(({ name, versions }) => [name, versions])).toEqual([
    ['Anfrage.eml', 1],
    ['Feuerstelle.png', 1],
    ['Notiz zur Lieferung.txt', 1],
    ['Offerte 1003.pdf', 2],
  ])
  for (const { id, mimeType } of documents) {
    const params = { id: demoId(3), attId: id }
    const { response } = await as('USER').call(contactDocumentApi.download, { params })
    expect(response.headers['content-type']).toContain(mimeType)
  }
  const { answer: comments } = await as('USER').call(commentApi.list, contact(1))
  expect(comments.map(({ mentions }) => mentions.map(({ written }) => written))).toEqual([['@admin'], [], ['@admin']])
})

test('the demo lists, boards, documents and templates fit a company that makes fire bowls', async () => {
  const user = as('USER')
  const { answer: products } = await user.call(productApi.list, {})
  expect(products.filter(({ mainProduct }) => mainProduct)).toMatchObject([{ title: 'Feuerschale Luna 100' }])
  expect(products.filter(({ possiblePallet }) => possiblePallet).length).toBeGreaterThan(15)
  expect(new Set(products.map(({ kind }) => kind)).size).toBe(2)
  // the weights include the share of the forwarding agency
  const { answer: pallets } = await user.call(masterData.pallets.list, {})
  const weights = new Map(pallets.map(({ title, weightInKg }) => [title, weightInKg]))
  expect([weights.get('Karton S'), weights.get('Holzkiste L')]).toEqual(['4.4', '36'])
  const { answer: boards } = await user.call(boardApi.listAll, {})
  expect(new Set(boards.map(({ kind }) => kind)).size).toBe(2)
  for (const { steps } of boards) expect(steps.length).toBeGreaterThan(3)
  for (const [name, { list }] of Object.entries(masterData)) {
    expect((await as('ADMIN').call(list, {})).answer.length, name).toBeGreaterThan(0)
  }
  const { answer: documents } = await user.call(sharedDocumentApi.list, {})
  const { answer: templates } = await user.call(templateApi.list, {})
  const named = new Set(documents.map(({ documentRef }) => documentRef))
  expect(
    templates.flatMap(({ predefinedDocuments }) => predefinedDocuments).filter((ref) => named.has(ref)).length,
  ).toBe(4)
  const { answer: pictures } = await user.call(imageGalleryApi.list, {})
  for (const { name } of [...pictures]) {
    const { response } = await user.call(imageGalleryApi.download, { params: { name }, query: { isPreview: 'true' } })
    expect(response.rawPayload.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  }
})

test('the demo users can sign in', async () => {
  for (const name of ['termin', 'pm', 'api']) await signIn(name, demoPassword)
})

test('a few hundred demo contacts have encounters, one has thousands, and none lies in the future', async () => {
  const { rows } = await sql<{ contacts: number; most: number; types: number; late: number }>`
    select count(*)::int as contacts, max(own)::int as most, max(types)::int as types, sum(late)::int as late
      from (select count(*) as own, count(distinct encounter_type) as types,
                   count(*) filter (where original_known_since > now()) as late
              from encounter where encounter_type <> 'TASK' and id not in (select id from appointment)
             group by contact_id) e`.execute(database.kysely)
  expect(rows[0]).toEqual({ contacts: 334, most: 2000, types: 7, late: 0 })
  const some = () => [...demoEncounters(60, ['a', 'b'], new Date('2026-01-05T12:00:00Z'))]
  expect(some()).toEqual(some())
})

test('the same seed gives the same demo contacts, another seed gives others', () => {
  const some = [...demoContacts(300)]
  expect([...demoContacts(300)]).toEqual(some)
  expect([...demoContacts(300, 2)]).not.toEqual(some)
})

test('demo phone numbers are valid, e-mail domains are reserved, tax numbers check out', async () => {
  const { rows: numbers } = await sql<{ number: string; national: string }>`
    select number, national from phone_number where shared_phone_id is null`.execute(database.kysely)
  expect(numbers.length).toBeGreaterThan(1500)
  for (const { number, national } of numbers) expect(readPhone(number)).toEqual({ number, national })
  const { rows: mails } = await sql<{ address: string }>`
    select address from email_address where shared_email_id is null`.execute(database.kysely)
  for (const { address } of mails) expect(address).toMatch(/^[a-z0-9.-]+@(example\.(com|org|net)|[a-z0-9-]+\.example)$/)
  const { rows: uids } = await sql<{ uid: string; state: string }>`
    select uid, uid_state as state from contact where uid <> ''`.execute(database.kysely)
  expect(uids.length).toBeGreaterThan(100)
  for (const { uid, state } of uids) expect(checkUid(uid)).toMatchObject({ value: uid, state })
})

test('demo contacts can be read, and their search rows equal rebuilt ones', async () => {
  const { answer } = await as('USER').call(contactApi.search, { body: { country: 'Österreich' } })
  expect(answer.contacts.length).toBeGreaterThan(50)
  for (const { id } of answer.contacts.slice(0, 100)) {
    expect((await as('USER').call(contactApi.get, { params: { id } })).status).toBe(200)
  }
  const before = await searchRows()
  await sql`select refresh_contact_search(array(select id from contact))`.execute(database.kysely)
  expect(await searchRows()).toEqual(before)
})

const searchRows = async () =>
  (await sql`select to_jsonb(contact_search) as row from contact_search order by contact_id`.execute(database.kysely))
    .rows

test('demo contacts cover both legal types, four countries, shared parts and contact persons', async () => {
  const { rows } = await sql`
    select count(distinct c.legal_type)::int as "legalTypes", count(distinct c.customer_type)::int as "customerTypes",
           (select count(distinct country)::int from address where country <> '') as countries,
           (select count(*) > 50 from address where shared_address_id is not null) as "sharedAddresses",
           (select count(*) > 10 from email_address where shared_email_id is not null) as "sharedMails",
           (select count(*) > 10 from phone_number where shared_phone_id is not null) as "sharedNumbers",
           (select count(distinct kind)::int from contact_person) as "personKinds"
      from contact c`.execute(database.kysely)
  expect(rows[0]).toEqual({
    legalTypes: 2,
    customerTypes: 8,
    countries: 4,
    sharedAddresses: true,
    sharedMails: true,
    sharedNumbers: true,
    personKinds: 2,
  })
})

test('the demo boards have projects that are due and archived', async () => {
  const user = as('USER')
  const boards = (await user.call(boardApi.listProjectBoards, {})).answer
  const cards = await Promise.all(
    boards.map(async ({ id }) => (await user.call(projectApi.board, { params: { id } })).answer),
  )
  expect(cards.flat().length).toBeGreaterThan(4)
  const count = async (body: object) => (await user.call(projectApi.search, { body })).answer.total
  expect(await count({ due: true })).toBeGreaterThan(1)
  expect(await count({ archived: true })).toBe(1)
})

test('the demo calendar has booked, moved, cancelled and missed appointments around today', async () => {
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
  const list = (start: string, end: string) => as('USER').call(appointmentApi.list, { query: { start, end } })
  const { answer: all } = await list(day(-6), day(20))
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['BOOKED', 'CANCELLED', 'MISSED']))
  expect(all.filter(({ slotRef }) => slotRef !== null)).toHaveLength(4)
  expect(all.some(({ version }) => version > 1)).toBe(true)
  expect((await list(today(), today())).answer.length).toBeGreaterThanOrEqual(2)
})

test('the demo boards have flames at every step, due, resting, archived and in the bin', async () => {
  const user = as('ADMIN')
  const { answer: boards } = await user.call(boardApi.listFlameBoards, { query: {} })
  for (const { id, steps } of boards) {
    const board = (query: object) => user.call(flameApi.board, { params: { id }, query })
    const { flames } = (await board({ withFutureTask: 'true' })).answer
    expect(new Set(flames.map(({ step }) => step))).toEqual(new Set(steps.map((step) => step.id)))
  }
  const sales = boards.find(({ title }) => title === 'Verkauf')
  const id = sales?.id ?? ''
  const [now, all] = await Promise.all(
    ['false', 'true'].map((withFutureTask) =>
      user.call(flameApi.board, { params: { id }, query: { withFutureTask: withFutureTask as 'true' } }),
    ),
  )
  expect(now?.answer.flames.length).toBeLessThan(all?.answer.flames.length ?? 0)
  const total = async (body: object) => (await user.call(flameApi.search, { body })).answer.total
  const { total: count, flames: archived } = (await user.call(flameApi.search, { body: { archived: true } })).answer
  expect(count).toBe(14)
  for (const { created, archivedUtc, pickupDate } of archived) {
    expect([archivedUtc ?? '', created, pickupDate ?? ''].sort()).toEqual([created, pickupDate, archivedUtc])
  }
  expect(await total({ due: true })).toBeGreaterThan(0)
  expect((await user.call(flameApi.bin, { params: { id } })).answer).toHaveLength(4)
})
