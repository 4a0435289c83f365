import { CompiledQuery, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ContactSearch, contactApi } from '#contract/contacts/contacts'
import { testApp } from '../../test/app.ts'
import { contactFactory, manyContacts, withoutTriggers } from '../../test/contacts.ts'
import { vacuum } from '../../test/vacuum.ts'
import { conditions } from './contacts.queries.ts'
import { searchQuery } from './search.queries.ts'

const { as, database } = await testApp()
const buildContact = contactFactory(as)
const search = (body: Partial<ContactSearch>) => as('USER').call(contactApi.search, { body })
const namesFound = async (body: Partial<ContactSearch>) =>
  (await search(body)).answer.contacts.map(({ fullName }) => fullName)

await buildContact({
  salutation: 'MR',
  givenName: 'Jürg',
  surname: 'Müller',
  customer: true,
  customerType: 'RESELLER_10',
  addresses: [
    { addressType: 'HOME', street: 'Große Straße 7', zipCode: '8800', city: 'Zürich', country: 'CH' },
    { addressType: 'BUSINESS', street: 'Bergweg 1', zipCode: '1010', city: 'Wien', country: 'AT' },
  ],
  emailAddresses: [{ address: 'Juerg.Mueller@example.com' }, { address: 'chef@oefen.example' }],
  phoneNumbers: [
    { type: 'MOBILE', number: '079 012 34 56' },
    { type: 'LANDLINE', number: '+49 30 0123456' },
  ],
})
await buildContact({ givenName: 'Jana', surname: 'Mueller', placeOfExperience: true })
await buildContact({ givenName: 'Jan', surname: 'Muller', companyName: 'Bäckerei Ärni & Söhne' })
await buildContact({ givenName: 'Zoé', surname: "D'Œuvre 100%", companyName: 'A_B\\C' })
await buildContact({ givenName: '', surname: '', companyName: 'Kälin Ofenbau AG', customerType: 'SUPPLIER' })

describe('a search', () => {
  test.each([
    ['givenName', 'Jür', 'Jürg Müller'],
    ['surname', 'üLL', 'Jürg Müller'],
    ['company', 'ofenbau', 'Kälin Ofenbau AG'],
    ['street', 'große', 'Jürg Müller'],
    ['street', 'bergweg', 'Jürg Müller'],
    ['zipCode', '8800', 'Jürg Müller'],
    ['zipCode', '101', 'Jürg Müller'],
    ['city', 'zürich', 'Jürg Müller'],
    ['emailAddress', 'OEFEN.ex', 'Jürg Müller'],
    ['emailAddress', 'juerg.mueller@example.com', 'Jürg Müller'],
    ['phoneNumber', '012 34 56', 'Jürg Müller'],
  ] as const)('by %s %j finds %s', async (field, typed, name) => {
    expect(await namesFound({ [field]: typed })).toContain(name)
    expect(await namesFound({ [field]: 'xyzxyz' })).toEqual([])
  })

  test.each([
    ['spelt@xn--mller-kva.ch', 'Spelt@müller.ch'],
    ['spelt@grün.ch', 'spelt@xn--grn-ioa.ch'],
  ])('by an e-mail address finds %s in the spelling %s as well', async (saved, typed) => {
    const { id } = await buildContact({
      givenName: 'Ada',
      surname: 'Spelt',
      emailAddresses: [{ address: 'ada@old.example' }],
    })
    await database.pool.query('update email_address set address = $2 where contact_id = $1', [id, saved])
    for (const body of [{ emailAddress: typed }, { text: typed }, { columnFilters: { emailAddress: typed } }]) {
      expect(await namesFound(body), JSON.stringify(body)).toEqual(['Ada Spelt'])
    }
    await as('USER').call(contactApi.remove, { params: { id } })
  })

  test('returns the whole row', async () => {
    const { answer } = await search({ givenName: 'jürg' })
    expect(answer).toMatchObject({ total: 1, more: false })
    expect(answer.contacts[0]).toMatchObject({
      legalType: 'NATURAL',
      salutation: 'MR',
      customerType: 'RESELLER_10',
      customer: true,
      street: 'Große Straße 7',
      city: 'Zürich',
      country: 'CH',
      emailAddress: 'Juerg.Mueller@example.com',
      phoneNumber: '+41790123456',
    })
  })

  test('by several fields finds contacts that match all of them', async () => {
    expect(await namesFound({ givenName: 'j', surname: 'müller', city: 'zürich' })).toEqual(['Jürg Müller'])
    expect(await namesFound({ givenName: 'jana', surname: 'müller', city: 'zürich' })).toEqual([])
  })

  test('matches street, zip code, place and country within one address', async () => {
    expect(await namesFound({ street: 'Große Straße', city: 'Zürich', zipCode: '8800', country: 'CH' })).toHaveLength(1)
    expect(await namesFound({ street: 'Große Straße', city: 'Wien' })).toEqual([])
    expect(await namesFound({ zipCode: '8800', country: 'AT' })).toEqual([])
    expect(await namesFound({ city: 'Wien', country: 'Österreich' })).toEqual(['Jürg Müller'])
  })

  test.each(['Müller', 'Mueller', 'MÜLLER', 'mu\u0308ller'])('by %j finds Müller and Mueller', async (surname) => {
    expect(await namesFound({ surname })).toEqual(expect.arrayContaining(['Jürg Müller', 'Jana Mueller']))
  })

  test.each(['Mueller', 'Müller', 'Muller'])('by %s finds all three spellings', async (surname) => {
    expect(await namesFound({ surname })).toEqual(expect.arrayContaining(['Jürg Müller', 'Jana Mueller', 'Jan Muller']))
  })

  test.each(['Straße', 'strasse', 'STRASSE', 'grosse str', 'Große S'])('by the street %j', async (street) => {
    expect(await namesFound({ street })).toEqual(['Jürg Müller'])
  })

  test.each(["D'Aste-Frei", 'D’Aste-Frei', 'D`Aste‑Frei'])(
    'finds %s with any apostrophe, hyphen or blank',
    async (surname) => {
      const { id } = await buildContact({
        givenName: 'Ugo',
        surname,
        addresses: [{ addressType: 'HOME', street: surname.replace('Frei', 'Weg 3') }],
      })
      for (const typed of ["d'aste", 'd’aste', 'd´aste', 'D`ASTE-frei', "d'aste frei", 'aste-frei', 'aste–frei']) {
        expect(await namesFound({ surname: typed }), typed).toEqual([`Ugo ${surname}`])
        expect(await namesFound({ text: typed }), typed).toEqual([`Ugo ${surname}`])
        expect(await namesFound({ columnFilters: { surname: typed } }), typed).toEqual([`Ugo ${surname}`])
      }
      expect(await namesFound({ street: 'd’aste weg', surname: 'aste' })).toEqual([`Ugo ${surname}`])
      expect(await namesFound({ surname: 'astefrei' })).toEqual([])
      await as('USER').call(contactApi.remove, { params: { id } })
    },
  )

  test('matches the punctuation of an e-mail address exactly', async () => {
    const { id } = await buildContact({ surname: 'Zeichen', emailAddresses: [{ address: 'abel.frei@example.com' }] })
    expect(await namesFound({ emailAddress: 'abel.frei@' })).toHaveLength(1)
    expect(await namesFound({ emailAddress: 'abel-frei@' })).toEqual([])
    await as('USER').call(contactApi.remove, { params: { id } })
  })

  test.each(['Zürcher, Adam', 'adam,zuercher', '«Adam» (Zürcher)', 'Zürcher; "Adam"', '8997, Zürcher'])(
    'finds a name as it is listed and quoted: %s',
    async (text) => {
      const address = { addressType: 'HOME' as const, zipCode: '8997', city: 'Listenau' }
      const { id } = await buildContact({ givenName: 'Adam', surname: 'Zürcher', addresses: [address] })
      expect(await namesFound({ text })).toEqual(['Adam Zürcher'])
      expect(await namesFound({ text: `${text}, nichts` })).toEqual([])
      await as('USER').call(contactApi.remove, { params: { id } })
    },
  )

  test('finds a street with its ending in full or abbreviated', async () => {
    const streets = ['Amselstr. 3', 'Amselstrasse 3', 'Amsel-Straße 3']
    const made: string[] = []
    for (const [at, street] of streets.entries()) {
      const address = { addressType: 'HOME' as const, street, zipCode: '3999', city: 'Amseldorf' }
      made.push((await buildContact({ givenName: 'Haus', surname: `Nr. ${at}`, addresses: [address] })).id)
    }
    const both = ['Haus Nr. 0', 'Haus Nr. 1']
    for (const typed of ['amselstr. 3', 'Amselstr', 'AMSELSTRASSE 3', 'amselstraße', 'amselstr.', 'amselstr 3']) {
      expect(await namesFound({ street: typed }), typed).toEqual(both)
      expect(await namesFound({ street: typed, city: 'amseldorf' }), typed).toEqual(both)
      expect(await namesFound({ columnFilters: { street: typed } }), typed).toEqual(both)
    }
    expect(await namesFound({ text: 'amselstr. amseldorf' })).toEqual(both)
    expect(await namesFound({ street: 'amsel str. 3' })).toEqual(['Haus Nr. 2'])
    expect(await namesFound({ street: 'amselstreet 3' })).toEqual([])
    for (const id of made) await as('USER').call(contactApi.remove, { params: { id } })
  })

  test.each(['zoe', 'Zoé', 'ZOË', 'zo'])('ignores accents: %j', async (givenName) => {
    expect(await namesFound({ givenName })).toEqual(["Zoé D'Œuvre 100%"])
  })

  test.each(['oeuvre', "d'œuvre", 'ŒUVRE'])('ignores ligatures: %j', async (surname) => {
    expect(await namesFound({ surname })).toEqual(["Zoé D'Œuvre 100%"])
  })

  test('by one or two characters finds beginnings of words', async () => {
    expect((await namesFound({ surname: 'm' })).sort()).toEqual(['Jan Muller', 'Jana Mueller', 'Jürg Müller'])
    expect((await namesFound({ surname: 'mü' })).sort()).toEqual(['Jan Muller', 'Jana Mueller', 'Jürg Müller'])
    expect(await namesFound({ company: 'ä' })).toEqual(expect.arrayContaining(['Jan Muller']))
    expect(await namesFound({ surname: 'll' })).toEqual([])
  })

  test('takes the wildcards of LIKE literally', async () => {
    expect(await namesFound({ surname: '100%' })).toEqual(["Zoé D'Œuvre 100%"])
    expect(await namesFound({ company: 'a_b' })).toEqual(["Zoé D'Œuvre 100%"])
    expect(await namesFound({ company: 'b\\c' })).toEqual(["Zoé D'Œuvre 100%"])
    expect(await namesFound({ surname: 'm%r' })).toEqual([])
    expect(await namesFound({ surname: 'm_ller' })).toEqual([])
    expect(await namesFound({ surname: '%' })).toEqual([])
    expect(await namesFound({ surname: '%%%' })).toEqual([])
    expect(await namesFound({ surname: '___' })).toEqual([])
    expect(await namesFound({ surname: '\\' })).toEqual([])
  })

  test.each([
    '+41 79 012',
    '0041 79 012',
    '079/012 34',
    '079 012 34 56',
    '+41 (0)79 012',
    '0041(0)790123456',
    '79 012',
    '+41-79-012-34-56',
    '030 0123456',
    '+49 30',
    '34 56',
  ])('by the number %j', async (phoneNumber) => {
    expect(await namesFound({ phoneNumber })).toEqual(['Jürg Müller'])
  })

  test('by a number without digits finds nobody', async () => {
    expect(await namesFound({ phoneNumber: 'abc' })).toEqual([])
  })

  test.each([
    'CH',
    'ch',
    'Schweiz',
    'schweiz',
    'Suisse',
    'Switzerland',
    'Schw',
    'AT',
    'Österreich',
    'Oesterreich',
    'Autriche',
  ])('by the country %j', async (country) => {
    expect(await namesFound({ country })).toEqual(['Jürg Müller'])
  })

  test('by a country without contacts or an unknown one finds nobody', async () => {
    expect(await namesFound({ country: 'Frankreich' })).toEqual([])
    expect(await namesFound({ country: 'Atlantis' })).toEqual([])
  })

  test('by a check box finds contacts for which it is set', async () => {
    expect(await namesFound({ surname: 'müller', customer: true })).toEqual(['Jürg Müller'])
    expect(await namesFound({ surname: 'müller', reseller: true })).toEqual(['Jürg Müller'])
    expect(await namesFound({ placeOfExperience: true })).toEqual(['Jana Mueller'])
    expect(await namesFound({ surname: 'müller', customer: false, reseller: null })).toHaveLength(3)
    expect(await namesFound({ reseller: true })).not.toContain('Kälin Ofenbau AG')
  })

  test('without criteria lists all contacts by name', async () => {
    const { answer } = await search({})
    expect(answer.contacts.map(({ fullName }) => fullName)).toEqual([
      "Zoé D'Œuvre 100%",
      'Kälin Ofenbau AG',
      'Jana Mueller',
      'Jan Muller',
      'Jürg Müller',
    ])
    expect(answer).toMatchObject({ total: 5, more: false })
  })

  test('is paged and says whether there are more', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => search({ page, pageSize: 2 })))
    expect(pages.map(({ answer }) => [answer.contacts.length, answer.total, answer.more])).toEqual([
      [2, 3, true],
      [2, 5, true],
      [1, 5, false],
    ])
    const ids = pages.flatMap(({ answer }) => answer.contacts.map(({ id }) => id))
    expect(new Set(ids).size).toBe(5)
  })
})

// Must be last, because it fills the database with other contacts.
describe('on 10,000 contacts', () => {
  beforeAll(async () => {
    await manyContacts(database, 10_000)
    await vacuum(database.kysely)
  }, 600_000)

  const one: Partial<ContactSearch>[] = [
    { givenName: 'Jür' },
    { surname: 'müller' },
    { surname: 'm' },
    { surname: 'mü' },
    { surname: 'Mueller-Bäumle' },
    { company: 'Ofenbau' },
    { street: 'Bahnhofstrasse 12' },
    { zipCode: '8001' },
    { zipCode: '80' },
    { city: 'Zürich' },
    { country: 'Liechtenstein' },
    { country: 'CH' },
    { emailAddress: '@example.org' },
    { emailAddress: 'mueller' },
    { phoneNumber: '+41 79 012' },
    { phoneNumber: '079' },
    { phoneNumber: '0041 (0)44' },
    { customer: true },
    { reseller: true },
    { placeOfExperience: true },
    {},
    { surname: 'nobody of this name' },
    { surname: '%' },
    { page: 15 },
  ]
  const several: Partial<ContactSearch>[] = [
    { givenName: 'anna', surname: 'müller', city: 'Bern' },
    { street: 'Bahnhofstrasse', city: 'Zürich' },
    { street: 'strasse', zipCode: '8', country: 'Schweiz' },
    { zipCode: '8001', city: 'z' },
    { surname: 'e', city: 'Basel', customer: true },
    { company: 'AG', reseller: true, phoneNumber: '044' },
  ]
  test.each([...one, ...several])('%j reads no whole table', async (given) => {
    const body = contactApi.search.body.parse(given)
    const { sql: text, parameters } = searchQuery(body, 'DE').compile(database.kysely)
    const { rows } = await database.kysely.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain ${text}`, [...parameters]),
    )
    // Where most contacts match, a sequential scan that ends after some thousand rows is the shortest way.
    const plan = rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')
      .replace(/Limit.*\n.*Seq Scan on contact_search/, '')
    expect(plan).not.toMatch(/Seq Scan/)
    expect(plan).toMatch(/Index|Result/)
    expect((await search(given)).status).toBe(200)
  })

  // A quarter of the contacts share one name, which sorts last, and another quarter live in one town.
  describe('and as many more contacts with common names', () => {
    beforeAll(async () => {
      await withoutTriggers(database, async (db) => {
        await sql`
          with made as (
            insert into contact (legal_type, surname, given_name, company_name)
            select 'NATURAL', case when n % 2 = 0 then 'Zurbrügg' else 'Sel' || n end, 'Vreni', ''
              from generate_series(1, 5000) n returning id),
          placed as (insert into address (contact_id, address_type, city) select id, 'HOME', 'Hinterfultigen' from made)
          insert into email_address (contact_id, address) select id, 'zurbruegg.' || id || '@post.example' from made`.execute(
          db,
        )
        await sql`select refresh_contact_search(array(select id from contact where given_name = 'Vreni'))`.execute(db)
      })
      await vacuum(database.kysely)
    }, 600_000)

    const many: Partial<ContactSearch>[] = [
      { surname: 'Zurbrügg' },
      { surname: 'Zurbrügg', page: 3, pageSize: 700 },
      { emailAddress: 'zurbruegg' },
      { emailAddress: 'zurbruegg', page: 99, pageSize: 100 },
      { city: 'fultigen' },
      { city: 'fultigen', surname: 'zurbr', page: 2, pageSize: 10 },
      { givenName: 'Vreni', page: 5 },
      { text: 'vreni' },
      { country: 'CH', page: 2 },
    ]
    test.each([...many, ...several, ...one])('%j finds the same as a plain query, in the same order', async (given) => {
      const body = contactApi.search.body.parse({ pageSize: 50, ...given })
      const { answer } = await search({ pageSize: 50, ...given })
      const { rows } = await sql<{ id: string }>`
        select s.contact_id as id from contact_search s where ${conditions(body)} order by s.sort_key, s.contact_id
         offset ${(body.page - 1) * body.pageSize} limit ${body.pageSize + 1}`.execute(database.kysely)
      expect(answer.contacts.map(({ id }) => id)).toEqual(rows.slice(0, body.pageSize).map(({ id }) => id))
      expect(answer.more).toBe(rows.length > body.pageSize)
    })

    test.each(['Zurbrügg', 'Sel99', 'urbr'])(
      'a surname like %s is found by the text index instead of the sort index',
      async (surname) => {
        const { sql: text, parameters } = searchQuery(
          contactApi.search.body.parse({ surname, pageSize: 50 }),
          'DE',
        ).compile(database.kysely)
        const { rows } = await database.kysely.executeQuery<{ 'QUERY PLAN': string }>(
          CompiledQuery.raw(`explain ${text}`, [...parameters]),
        )
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).toMatch(/Bitmap Index Scan on contact_search_text/)
        expect(plan).not.toMatch(/contact_search_order/)
      },
    )
  })
})

describe('a name with umlauts spelled in both ways', () => {
  beforeAll(async () => {
    await buildContact({ givenName: 'Ada', surname: 'Feuer-Mueller-Bäumle' })
    await buildContact({ givenName: 'Ida', surname: 'Feuer-Müller-Baeumle' })
    await buildContact({ givenName: 'Joel', surname: 'Zumbrunn' })
    await buildContact({ givenName: 'Jolanda', surname: 'Zumbrunn' })
  })

  test.each(['Feuer-Müller-Bäumle', 'Feuer-Mueller-Bäumle', 'Feuer-Müller-Baeumle', 'euer-Mueller-Bäu'])(
    'is found by %s',
    async (surname) => {
      expect(await namesFound({ surname })).toEqual(['Ada Feuer-Mueller-Bäumle', 'Ida Feuer-Müller-Baeumle'])
      expect(await namesFound({ text: surname })).toHaveLength(2)
    },
  )

  test('an e-mail address does not match across spellings of umlauts', async () => {
    await buildContact({ givenName: 'Urs', surname: 'Zoll', emailAddresses: [{ address: 'stur@zoll.example' }] })
    expect(await namesFound({ emailAddress: 'stur@zoll' })).toEqual(['Urs Zoll'])
    expect(await namesFound({ emailAddress: 'steuer@zoll' })).toEqual([])
    expect(await namesFound({ text: 'steuer@zoll' })).toEqual([])
  })

  test('a short name is found without matching across its words', async () => {
    expect(await namesFound({ givenName: 'Joel', surname: 'Zumbrunn' })).toEqual(['Joel Zumbrunn'])
  })
})
