import { CompiledQuery, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ContactSearch, contactApi, contactColumns } from '#contract/contacts/contacts'
import { testApp } from '../../test/app.ts'
import { contactFactory, manyContacts } from '../../test/contacts.ts'
import { vacuum } from '../../test/vacuum.ts'
import { searchQuery } from './search.queries.ts'

const { app, as, sessionOf, database } = await testApp()
const cookie = await sessionOf('USER')
const buildContact = contactFactory(as)
const search = (body: Partial<ContactSearch>) => as('USER').call(contactApi.search, { body })
const found = async (body: Partial<ContactSearch>) =>
  (await search({ company: 'Reihe', ...body })).answer.contacts.map(({ givenName }) => givenName)

const people = [
  { givenName: 'Zoe', surname: 'Ärni', street: 'Bergweg 10', city: 'Zürich', country: 'CH', customerType: 'SUPPLIER' },
  { givenName: 'Ada', surname: 'Arnold', street: 'Bergweg 9', city: 'Ägerten', country: 'AT', customerType: 'PRIVATE' },
  {
    givenName: 'Émile',
    surname: 'Zbinden',
    street: 'Am Rain 1',
    city: 'Aarau',
    country: 'DE',
    customerType: 'BUSINESS',
  },
  { givenName: 'Emil', surname: 'arnet', street: '', city: 'Uster', country: 'LI', customerType: null },
] as const
for (const [place, { street, city, country, ...names }] of people.entries()) {
  await buildContact({
    ...names,
    companyName: 'Reihe',
    title: place === 1 ? 'Dr. med.' : '',
    salutation: place === 3 ? null : place % 2 ? 'MR' : 'MS',
    customer: place === 2,
    addresses: [
      { addressType: 'HOME', street, zipCode: `800${place}`, city, country },
      { addressType: 'BUSINESS', street: 'Nebengasse 3', zipCode: '3999', city: 'Nebenort', country: 'FR' },
    ],
    emailAddresses: [{ address: `${'zaee'[place]}${place}@reihe.example` }],
    phoneNumbers: [{ type: 'MOBILE', number: `079 555 01 0${9 - place}` }],
  })
}

describe('the whole list', () => {
  test.each([
    ['name', ['Emil', 'Zoe', 'Ada', 'Émile']],
    ['surname', ['Emil', 'Zoe', 'Ada', 'Émile']],
    ['givenName', ['Ada', 'Emil', 'Émile', 'Zoe']],
    ['street', ['Émile', 'Ada', 'Zoe', 'Emil']],
    ['city', ['Émile', 'Ada', 'Emil', 'Zoe']],
    ['zipCode', ['Zoe', 'Ada', 'Émile', 'Emil']],
    ['phoneNumber', ['Emil', 'Émile', 'Ada', 'Zoe']],
    ['emailAddress', ['Ada', 'Émile', 'Emil', 'Zoe']],
    ['title', ['Ada', 'Emil', 'Zoe', 'Émile']],
    ['country', ['Émile', 'Emil', 'Ada', 'Zoe']],
    ['salutation', ['Zoe', 'Émile', 'Ada', 'Emil']],
    ['customerType', ['Émile', 'Zoe', 'Ada', 'Emil']],
    ['customer', ['Emil', 'Zoe', 'Ada', 'Émile']],
  ] as const)('is sorted by %s with umlauts beside their base letter and empty values last', async (column, names) => {
    expect(await found({ sort: [{ column, descending: false }] })).toEqual(names)
    const filled = names.filter((name) => !isEmpty(column, name))
    const backwards = await found({ sort: [{ column, descending: true }] })
    // Two given names and two customers are equal; these are sorted by name in either direction.
    if (column !== 'givenName' && column !== 'customer' && column !== 'salutation')
      expect(backwards.slice(0, filled.length)).toEqual(filled.toReversed())
    expect(backwards.slice(filled.length).every((name) => isEmpty(column, name))).toBe(true)
  })

  function isEmpty(column: string, name: string) {
    if (column === 'title') return name !== 'Ada'
    return name === 'Emil' && ['street', 'salutation', 'customerType'].includes(column)
  }

  test('is sorted by several columns', async () => {
    const sort = [
      { column: 'salutation', descending: true },
      { column: 'surname', descending: true },
    ] as const
    expect(await found({ sort: [...sort] })).toEqual(['Ada', 'Émile', 'Zoe', 'Emil'])
  })

  test.each([
    [{ name: 'zoe aerni' }, ['Zoe']],
    [{ name: 'reihe arn' }, ['Emil', 'Zoe', 'Ada']],
    [{ surname: 'arni' }, ['Zoe']],
    [{ surname: 'aerni' }, ['Zoe']],
    [{ title: 'med' }, ['Ada']],
    [{ street: 'bergw' }, ['Zoe', 'Ada']],
    [{ city: 'zuerich' }, ['Zoe']],
    [{ zipCode: '8002' }, ['Émile']],
    [{ country: 'AT' }, ['Ada']],
    [{ emailAddress: '@REIHE' }, ['Zoe', 'Emil', 'Ada', 'Émile']],
    [{ phoneNumber: '079 555 01 06' }, ['Emil']],
    [{ phoneNumber: '+41 79 555 01 06' }, ['Emil']],
    [{ customer: true }, ['Émile']],
    [{ customer: false, surname: 'ar' }, ['Zoe', 'Emil', 'Ada']],
    [{ salutation: 'MR' as const }, ['Ada']],
    [{ customerType: 'BUSINESS' as const }, ['Émile']],
    [{ givenName: 'emil', city: 'Aarau' }, ['Émile']],
    [{ surname: '%' }, []],
  ])('is filtered by %j', async (columnFilters, names) => {
    expect(await found({ columnFilters })).toEqual(names.toSorted(bySurname))
  })
  const bySurname = (one: string, other: string) => order.indexOf(one) - order.indexOf(other)
  const order = ['Emil', 'Zoe', 'Ada', 'Émile']

  test.each([{ street: 'neben' }, { city: 'Nebenort' }, { zipCode: '3999' }, { country: 'FR' }])(
    'is filtered by the shown address, not by other addresses: %j',
    async (columnFilters) => {
      expect(await found({ columnFilters })).toEqual([])
    },
  )

  test.each([
    'name',
    'title',
    'givenName',
    'surname',
    'company',
    'street',
    'zipCode',
    'city',
    'emailAddress',
    'phoneNumber',
  ])('accepts a filter of punctuation only in %s', async (column) => {
    for (const sign of ['-', '.', "'", '%', '_', '\\', '(', '/', '\u0301']) {
      const { status } = await search({ columnFilters: { [column]: sign } })
      expect(status, sign).toBe(200)
    }
  })

  test('shows a deletion and a restore at once', async () => {
    const { id } = await buildContact({ surname: 'Wechsel', companyName: 'Wechselgeld' })
    const names = async () =>
      (await search({ columnFilters: { company: 'Wechselgeld' }, sort: [{ column: 'city', descending: false }] }))
        .answer
    expect((await names()).total).toBe(1)
    await as('ADMIN').call(contactApi.remove, { params: { id } })
    expect((await names()).total).toBe(0)
    await as('ADMIN').call(contactApi.restore, { params: { id } })
    expect((await names()).total).toBe(1)
  })

  test('refuses to sort or filter by a column that it does not have', async () => {
    for (const payload of [
      { sort: [{ column: 'remarks' }] },
      { sort: 'city' },
      { columnFilters: { salutation: 'X' } },
    ]) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/contacts/_search',
        headers: { cookie },
        payload,
      })
      expect(answer.json()).toMatchObject({ status: 400, code: 'VALIDATION' })
    }
  })
})

// Must be last, because it fills the database with other contacts.
describe('on 2,500 contacts', () => {
  beforeAll(async () => {
    await manyContacts(database, 2500)
    await buildContact({ givenName: 'Zita', surname: 'Zzz-Letzte', companyName: 'Ganz hinten AG' })
    await vacuum(database.kysely)
  }, 300_000)

  test('a match far behind the first page is found, and a page reports its total up to 1,001', async () => {
    const { answer } = await search({ columnFilters: { surname: 'Zzz-Letzte' } })
    expect(answer).toMatchObject({ total: 1, more: false, contacts: [{ givenName: 'Zita' }] })
    const first = (await search({ sort: [{ column: 'surname', descending: true }] })).answer
    expect(first).toMatchObject({ total: 1001, more: true, contacts: { 0: { givenName: 'Zita' }, length: 1000 } })
  })

  test('paging returns each contact once', async () => {
    const sort = [{ column: 'city', descending: true } as const]
    const ids: string[] = []
    for (let page = 1; ; page++) {
      const { answer } = await search({ sort, page })
      ids.push(...answer.contacts.map(({ id }) => id))
      if (!answer.more) break
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(2500 + people.length + 2)
  })

  test('the export holds all rows of the table in the same order', async () => {
    const body = { sort: [{ column: 'city', descending: true } as const], columnFilters: { customer: true } }
    const { body: csv } = await app.inject({
      method: 'POST',
      url: '/api/contacts/_exportAsResult?format=csv',
      headers: { cookie },
      payload: body,
    })
    const ids = csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.slice(0, 36))
    const shown = await search(body)
    expect(ids.slice(0, 1000)).toEqual(shown.answer.contacts.map(({ id }) => id))
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from contact where customer and deleted_at is null`.execute(database.kysely)
    expect(ids).toHaveLength(rows[0]?.count ?? 0)
  })

  test.each(contactColumns)('sorting by %s reads only the cards of the page', async (column) => {
    const body = contactApi.search.body.parse({ sort: [{ column }], pageSize: 50 })
    const { sql: text, parameters } = searchQuery(body, 'DE').compile(database.kysely)
    const { rows } = await database.kysely.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain ${text}`, [...parameters]),
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on contact_(search|listed)/)
    expect(plan).toMatch(/Index Scan using contact_listed_pkey/)
  })
})
