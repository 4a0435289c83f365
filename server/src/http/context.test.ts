import type { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { sentAhead } from '../db/db.ts'
import { lastQuery } from '../db/last-query.ts'
import { type Ctx, inTransaction, systemActor } from './context.ts'

const { appContext, database } = await testApp()

test('two transactions in a deadlock both succeed', async () => {
  const titles = ['Alpha', 'Beta']
  for (const title of titles) await database.kysely.insertInto('sector').values({ title }).execute()
  let arrived = 0
  let bothThere = () => {}
  const meeting = new Promise<void>((resolve) => {
    bothThere = resolve
  })
  const change = (order: readonly string[]) => {
    let runs = 0
    return inTransaction(appContext, systemActor(), async ({ db }: Ctx) => {
      runs += 1
      for (const title of order) {
        await sql`update sector set version = version + 1 where title = ${title}`.execute(db)
        if (runs > 1) continue
        arrived += 1
        if (arrived === 2) bothThere()
        await meeting
      }
      return runs
    })
  }
  const runs = await Promise.all([change(titles), change(titles.toReversed())])
  // PostgreSQL may end both transactions
  expect(Math.max(...runs)).toBeGreaterThan(1)
  const { rows } = await sql`select version from sector where title in ('Alpha', 'Beta')`.execute(database.kysely)
  expect(rows).toEqual([{ version: 3 }, { version: 3 }])
})

const isThere = async (title: string) =>
  (await database.kysely.selectFrom('sector').select('title').where('title', '=', title).execute()).length === 1
const addSector = (title: string) => sql`${sentAhead} insert into sector (title) values (${title}::text)`
const sector = (title: string) => sql<{ title: string }>`select title from sector where title = ${title}`

test('the last query of a transaction runs with its writes and the commit in one round trip', async () => {
  let trips = 0
  const counted = new Set<unknown>()
  database.pool.on('acquire', (client) => {
    const { connection } = client as unknown as { connection: EventEmitter }
    if (!counted.has(connection)) connection.on('readyForQuery', () => (trips += 1))
    counted.add(connection)
  })
  const told: string[] = []
  const run = async ({ db }: Ctx) => {
    await addSector('Gamma').execute(db)
    return lastQuery(sector('Gamma'), (row) => `made: ${row?.title}`)
  }
  expect(await inTransaction(appContext, systemActor(), run, (subjects) => told.push(...subjects))).toBe('made: Gamma')
  expect(trips).toBe(1)
  expect(told).toEqual([expect.stringContaining('sector')])
  expect(await isThere('Gamma')).toBe(true)
})

test('a last query can find nothing, and one that fails rolls back the transaction', async () => {
  const found = (query: ReturnType<typeof sector>) =>
    inTransaction(appContext, systemActor(), async ({ db }) => {
      await addSector('Delta').execute(db)
      return lastQuery(query, (row) => row?.title)
    })
  await expect(found(sql`select title from sector where version = 1 / ${0}::int`)).rejects.toMatchObject({
    code: '22012',
  })
  expect(await isThere('Delta')).toBe(false)
  expect(await found(sector('nothing'))).toBeUndefined()
  expect(await isThere('Delta')).toBe(true)
})
