import { contactApi } from '@glut/contract/contacts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { readPhone } from '../contacts/phone.ts'
import { checkUid } from '../contacts/tax-numbers.ts'
import { demoContacts } from './contacts.ts'
import { addDemo, demoPassword } from './demo.ts'

const { house, database, as, signIn } = await testApp()
const began = performance.now()
await addDemo(house)
const seconds = (performance.now() - began) / 1000

const count = async (table: 'contact' | 'contact_search' | 'sector' | 'app_user' | 'history') => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    database.kysely,
  )
  return rows[0]?.count ?? 0
}

test('two thousand contacts in a few seconds, and nothing twice', async () => {
  expect(seconds).toBeLessThan(15)
  expect(await count('contact')).toBe(2000)
  expect(await count('contact_search')).toBe(2000)
  const before = [await count('sector'), await count('app_user'), await count('history')]
  await addDemo(house)
  expect(await count('contact')).toBe(2000)
  expect([await count('sector'), await count('app_user'), await count('history')]).toEqual(before)
})

test('its users can sign in', async () => {
  for (const name of ['termin', 'pm', 'api']) await signIn(name, demoPassword)
})

test('the same seed gives the same contacts, another seed others', () => {
  const some = [...demoContacts(300)]
  expect([...demoContacts(300)]).toEqual(some)
  expect([...demoContacts(300, 2)]).not.toEqual(some)
})

test('numbers can be read, mails lead nowhere, tax numbers hold', async () => {
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

test('every contact passes its own contract and the search knows what the refresh by hand wrote', async () => {
  const { answer } = await as('USER').call(contactApi.search, { body: { country: 'Österreich' } })
  expect(answer.contacts.length).toBeGreaterThan(50)
  for (const { id } of answer.contacts.slice(0, 100)) {
    expect((await as('USER').call(contactApi.get, { params: { id } })).status).toBe(200)
  }
  const before = await searchRows()
  await sql`select refresh_contact_search(array(select id from contact))`.execute(database.kysely)
  expect(await searchRows()).toEqual(before)
})

const searchRows = () => database.kysely.selectFrom('contact_search').selectAll().orderBy('contact_id').execute()

test('contacts are of every kind: both legal types, four countries, shared rows, contact persons', async () => {
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
