import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { pickupDayApi } from '#contract/calendars/pickups'
import { flameApi } from '#contract/orders/flames'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { vacuum } from '../../../test/vacuum.ts'

const many = 10_000
const { as, database } = await testApp()
const { buildFlame } = flameFactory(as)
const user = as('USER')

// nearly all lie in one busy year and are archived; a few are spread over the years after it
beforeAll(async () => {
  const flame = await buildFlame({ dossier: { pickupDate: '2036-03-10T11:00:00.000Z' } })
  await database.kysely.transaction().execute(async (db) => {
    // without the triggers
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      create temporary table made on commit drop as
      select n, uuid_v7() as id,
             case when n % 100 = 0 then '2036-01-01'::timestamptz + n * interval '30 minutes'
                  else '2030-01-01'::timestamptz + n * interval '10 minutes' end as at
        from generate_series(1, ${many}::int) n`.execute(db)
    await sql`
      with f as (
        insert into flame (id, step_id, place, archived_at)
        select id, ${flame.step}, n, case when n % 100 <> 0 then at end from made),
      d as (
        insert into dossier (flame_id, contact_id, certificate_name, language, pickup_date, self_pickup_at, delivery_date)
        select id, ${flame.dossier.contactRef}::uuid, 'Familie Beispiel', 'DE', case when n % 3 = 0 then at end,
               case when n % 3 = 1 then at end, case when n % 3 = 2 then at end from made)
      insert into flame_card (flame_id, card) select id, (select card from flame_card) from made`.execute(db)
    await sql`select refresh_flame_pickups(id) from made where n % 100 = 0`.execute(db)
  })
  await vacuum(database.kysely)
})

const query = { start: '2036-03-01', end: '2036-03-31' }

test('the pickups of a month are read without reading flames of other months', async () => {
  const list = () => user.call(flameApi.pickups, { query })
  const { length } = (await list()).answer
  expect(length).toBeGreaterThan(1)
  expect(await rowsRead(database.pool, list)).toBeLessThan(length * 3 + 50)
})

test('the loads of the days of a month are read without reading flames of other months', async () => {
  const days = () => user.call(pickupDayApi.list, { query })
  expect((await days()).answer.filter(({ loads }) => loads.length > 0).length).toBeGreaterThan(1)
  expect(await rowsRead(database.pool, days)).toBeLessThan(200)
})
