import { expect, test } from 'vitest'
import { encounterApi } from '#contract/contacts/encounters'
import { emailApi } from '#contract/mail/inbox'
import { todoApi } from '#contract/work/todos'
import { testApp } from './app.ts'
import { contactFactory } from './contacts.ts'

const { as, database } = await testApp()
const user = as('USER')
const { id } = await contactFactory(as)()

/** Of all connections that nobody uses now. */
async function keptPlans(): Promise<number> {
  const clients = await Promise.all(Array.from({ length: database.pool.idleCount }, () => database.pool.connect()))
  try {
    const counts = await Promise.all(
      clients.map((client) =>
        client.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements'),
      ),
    )
    return counts.reduce((sum, { rows }) => sum + (rows[0]?.count ?? 0), 0)
  } finally {
    for (const client of clients) client.release()
  }
}

test.each([
  ['to-dos', (pageSize: number) => user.call(todoApi.search, { body: { pageSize } })],
  ['e-mails', (pageSize: number) => user.call(emailApi.list, { query: { pageSize: String(pageSize) } })],
  [
    'encounters',
    (pageSize: number) => user.call(encounterApi.search, { params: { id }, query: { pageSize: String(pageSize) } }),
  ],
])('a connection keeps no plan for each size of a page of %s', async (_, ask) => {
  for (let round = 0; round < 3; round++) await ask(10)
  const before = await keptPlans()
  for (let pageSize = 11; pageSize < 50; pageSize++) expect((await ask(pageSize)).status).toBe(200)
  expect(await keptPlans()).toBeLessThan(before + 10)
})
