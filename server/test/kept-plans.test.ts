import { describe, expect, test } from 'vitest'
import { encounterApi } from '#contract/contacts/encounters'
import { emailApi } from '#contract/mail/inbox'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { todoApi } from '#contract/work/todos'
import { testApp } from './app.ts'
import { contactFactory } from './contacts.ts'

const { as, database } = await testApp()
const user = as('USER')
const { id } = await contactFactory(as)()

/** Returns, for each idle connection, the number of prepared statements and the total length of their texts. */
async function keptByEach(): Promise<{ count: number; characters: number }[]> {
  const clients = await Promise.all(Array.from({ length: database.pool.idleCount }, () => database.pool.connect()))
  try {
    return await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query<{ count: number; characters: number }>(
          'select count(*)::int as count, coalesce(sum(length(statement)), 0)::int as characters from pg_prepared_statements',
        )
        return rows[0] ?? { count: 0, characters: 0 }
      }),
    )
  } finally {
    for (const client of clients) client.release()
  }
}
const keptPlans = async () => (await keptByEach()).reduce((sum, { count }) => sum + count, 0)

test.each([
  ['to-dos', (pageSize: number) => user.call(todoApi.search, { body: { pageSize } })],
  ['e-mails', (pageSize: number) => user.call(emailApi.list, { query: { pageSize: String(pageSize) } })],
  [
    'encounters',
    (pageSize: number) => user.call(encounterApi.search, { params: { id }, query: { pageSize: String(pageSize) } }),
  ],
])('a connection does not keep a plan for each page size of %s', async (_, ask) => {
  for (let round = 0; round < 3; round++) await ask(10)
  const before = await keptPlans()
  for (let pageSize = 11; pageSize < 50; pageSize++) expect((await ask(pageSize)).status).toBe(200)
  expect(await keptPlans()).toBeLessThan(before + 10)
})

describe('searches of many shapes', () => {
  const words = [
    'feuer',
    'schale',
    'grill',
    'holz',
    'rost',
    'kohle',
    'glut',
    'asche',
    'ofen',
    'stahl',
    'huhn',
    'fett',
    'wind',
  ]
  const narrow = [{}, { from: '2026-01-01', contactRef: id }]
  const searches = words.flatMap((_, at) =>
    [words.slice(0, at + 1), [...words.slice(0, at), '2050'], [...words.slice(0, at), 'a@b.ch']].flatMap((of) =>
      narrow.map((more) => ({ searchTerm: of.join(' '), page: '1', ...more })),
    ),
  )
  const search = async (query: (typeof searches)[number]) => {
    const { status, answer } = await user.call(omnisearchApi.page, { query })
    expect(status).toBe(200)
    return answer
  }

  test('leave only the latest plans on a connection and find the same again', async () => {
    const [first] = searches
    const found = first && (await search(first))
    for (const query of searches) await search(query)
    for (const query of searches.slice(-3)) await search(query)
    for (const { count, characters } of await keptByEach()) {
      expect(characters).toBeLessThan(250_000)
      expect(count).toBeLessThan(120)
    }
    expect(first && (await search(first))).toEqual(found)
  })
})
