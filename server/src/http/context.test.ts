import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { type Ctx, inTransaction, systemActor } from './context.ts'

const { appContext, database } = await testApp()

test('of two changes that wait for each other both are made', async () => {
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
  // PostgreSQL may end both
  expect(Math.max(...runs)).toBeGreaterThan(1)
  const { rows } = await sql`select version from sector where title in ('Alpha', 'Beta')`.execute(database.kysely)
  expect(rows).toEqual([{ version: 3 }, { version: 3 }])
})
