import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { encounterApi } from '#contract/contacts/encounters'
import { deliveredRoles } from '#contract/permissions'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { encounterFactory } from '../../../test/encounters.ts'
import { systemActor } from '../../http/context.ts'
import { countOf, pageQuery, shownQuery, timelineOf } from './encounters.queries.ts'

const { as, database } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)

const { add, search } = encounterFactory(as)
const textsFound = async (id: string, query: object) =>
  (await search(id, query)).encounters.map(({ description }) => description)

describe('the timeline', () => {
  let id = ''
  beforeAll(async () => {
    id = (await buildContact()).id
    const at = (originalKnownSince: string, description: string, more: Parameters<typeof add>[1] = {}) =>
      add(id, { originalKnownSince, description, ...more })
    await at('2024-01-31T22:59:00Z', 'Letzte Minute im Januar')
    await at('2024-01-31T23:00:00Z', 'Erste Minute im Februar, Herr Müller', { encounterType: 'FACE_TO_FACE' })
    await at('2025-06-15T08:00:00Z', 'Rückruf wegen Œuvre für Madame Éclair', { title: 'Strasse 100%' })
    await at('2025-06-15T08:00:00Z', 'Gleichzeitig mit dem Rückruf', { encounterType: 'POST' })
  })

  test('lists the latest first, page by page, with the total', async () => {
    const page = async (number: number) =>
      (await user.call(encounterApi.list, { params: { id }, query: { page: number, pageSize: 3 } })).answer
    const [first, second] = [await page(1), await page(2)]
    expect([first.total, first.encounters.length, second.encounters.length]).toEqual([4, 3, 1])
    const times = [...first.encounters, ...second.encounters].map(({ originalKnownSince }) => originalKnownSince)
    expect(times).toEqual([...times].sort().reverse())
    expect(new Set([...first.encounters, ...second.encounters].map((one) => one.id)).size).toBe(4)
    expect((await page(3)).encounters).toEqual([])
  })

  test.each([
    ['muller', 1],
    ['MUELLER', 1],
    ['Müller februar', 1],
    ['Müller juni', 0],
    ['ruckruf', 2],
    ['rueckruf', 2],
    ['oeuvre eclair', 1],
    ['100%', 1],
    ['1_0', 0],
    ['st', 1],
    ['%', 0],
    ['', 4],
  ])('finds «%s» %i times', async (searchTerm, total) => {
    expect((await search(id, { searchTerm })).total).toBe(total)
  })

  test('filters by days in the time zone of the company', async () => {
    expect(await textsFound(id, { end: '2024-01-31' })).toEqual(['Letzte Minute im Januar'])
    expect(await textsFound(id, { start: '2024-02-01', end: '2024-02-01' })).toEqual([
      'Erste Minute im Februar, Herr Müller',
    ])
  })

  test('filters by one or several types', async () => {
    expect((await search(id, { encounterType: 'POST' })).total).toBe(1)
    expect((await search(id, { encounterType: ['POST', 'FACE_TO_FACE'] })).total).toBe(2)
    const { answer } = await user.call(encounterApi.listByType, { params: { id, type: 'TELEPHONE' } })
    expect(answer.total).toBe(2)
  })

  test.each([
    [{ encounterType: 'CARRIER_PIGEON' }, 'encounterType.0'],
    [{ start: '31.01.2024' }, 'start'],
    [{ page: '0' }, 'page'],
    [{ pageSize: '1001' }, 'pageSize'],
    [{ searchTerm: 'x'.repeat(256) }, 'searchTerm'],
  ])('refuses %o', async (query, path) => {
    const { status, problem } = await user.call(encounterApi.search, { params: { id }, query: query as object })
    expect([status, problem.errors?.[0]?.path]).toEqual([400, path])
  })

  test('reports the first and last time, the total and the number per month', async () => {
    const params = { id }
    const day = (at: string) => ({ originalKnownSince: at })
    expect((await user.call(encounterApi.min, { params })).answer).toEqual(day('2024-01-31T22:59:00.000Z'))
    expect((await user.call(encounterApi.max, { params })).answer).toEqual(day('2025-06-15T08:00:00.000Z'))
    expect((await user.call(encounterApi.count, { params })).answer).toEqual({ count: 4 })
    expect((await user.call(encounterApi.months, { params })).answer).toEqual([
      { month: '2024-01', count: 1 },
      { month: '2024-02', count: 1 },
      { month: '2025-06', count: 2 },
    ])
    const empty = { params: { id: (await buildContact()).id } }
    expect((await user.call(encounterApi.min, empty)).answer).toEqual({ originalKnownSince: null })
    expect((await user.call(encounterApi.months, empty)).answer).toEqual([])
  })

  test('returns the ids of all entries that a search finds', async () => {
    const { answer } = await user.call(encounterApi.searchIds, { params: { id }, query: { searchTerm: 'ruckruf' } })
    expect(answer).toEqual((await search(id, { searchTerm: 'ruckruf' })).encounters.map((one) => one.id))
  })

  test('of an unknown contact is NOT_FOUND in every call', async () => {
    const params = { id: randomUUID() }
    const reads = [encounterApi.list, encounterApi.search, encounterApi.searchIds, encounterApi.min, encounterApi.max]
    for (const read of [...reads, encounterApi.count, encounterApi.months, encounterApi.bin]) {
      expect((await user.call(read, { params })).problem.code, read.path).toBe('NOT_FOUND')
    }
  })

  test('takes no quote, backslash or NUL of a search term for SQL', async () => {
    for (const searchTerm of ["'; drop table encounter; --", 'a\\', 'a\0b']) {
      const { status } = await user.call(encounterApi.search, { params: { id }, query: { searchTerm } })
      expect([200, 400]).toContain(status)
    }
    expect((await search(id, { searchTerm: "' or true --" })).total).toBe(0)
    expect((await search(id, {})).total).toBe(4)
  })
})

describe('with many rows', () => {
  let big = ''
  beforeAll(async () => {
    big = (await buildContact()).id
    const other = (await buildContact()).id
    await database.kysely.transaction().execute(async (db) => {
      // Disables the triggers.
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`
        insert into encounter (contact_id, encounter_type, original_known_since, description)
        select case when n <= 1000 then ${big}::uuid else ${other}::uuid end, 'TELEPHONE',
               '2020-01-01'::timestamptz + n * interval '1 hour', 'Gespräch ' || md5(n::text)
          from generate_series(1, 20000) n`.execute(db)
    })
    await sql`vacuum analyze encounter`.execute(database.kysely)
  }, 120_000)

  const asker = { ...systemActor(), permissions: new Set(deliveredRoles.USER) }
  const planOf = async (filter: object) => {
    const page = { page: 1, pageSize: 100 }
    const { sql: text, parameters } = pageQuery(timelineOf(big, filter), page, asker).compile(database.kysely)
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  test.each([
    ['the first page', {}, 'encounter_timeline'],
    ['a span', { start: '2021-01-01', end: '2021-03-31' }, 'encounter_timeline'],
    ['a type', { encounterType: ['TELEPHONE'] }, 'encounter_of_type'],
    ['a rare word', { searchTerm: 'c4ca4238a0b9' }, 'encounter_search'],
  ])('%s is read from an index', async (_, filter, index) => {
    const plan = await planOf(filter)
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan on encounter')
  })

  test('counts all entries from an index', async () => {
    const { rows } = await database.kysely.transaction().execute(async (db) => {
      // The cost of a bitmap scan depends on how much has been vacuumed.
      await sql`set local enable_bitmapscan = off; set local enable_seqscan = off`.execute(db)
      return sql<{
        'QUERY PLAN': string
      }>`explain ${shownQuery(sql`'{}'::uuid[]`, countOf(timelineOf(big, {}).which, asker))}`.execute(db)
    })
    const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => /Scan .*on encounter e_\d/.test(line))
    expect(scans.map((line) => line.trim().replace(/^-> *| +\(.*/g, ''))).toEqual([
      expect.stringMatching(/^Index Only Scan using encounter_/),
      expect.stringMatching(/^Index Scan using encounter_from_flame /),
    ])
  })

  test('has a correct last page', async () => {
    const { answer } = await user.call(encounterApi.list, { params: { id: big }, query: { page: 10 } })
    expect([answer.total, answer.encounters.length]).toEqual([1000, 100])
    expect(answer.encounters.at(-1)?.originalKnownSince).toBe('2020-01-01T01:00:00.000Z')
  })
})
