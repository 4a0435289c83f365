import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { appointmentApi } from '#contract/calendars/appointments'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { vacuum } from '../../../test/vacuum.ts'

const many = 15_000
const { as, database } = await testApp()
const contact = await contactFactory(as)({ surname: 'Feuer' })

beforeAll(async () => {
  await database.kysely.transaction().execute(async (db) => {
    // without the triggers
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      create temporary table made on commit drop as
      select n, uuid_v7() as id, '2035-06-01'::timestamptz + n * interval '1 hour' as at
        from generate_series(1, ${many}::int) n`.execute(db)
    await sql`
      insert into encounter (id, contact_id, encounter_type, title, original_known_since)
      select id, ${contact.id}::uuid, 'APPOINTMENT', 'Beratung', at from made`.execute(db)
    await sql`insert into appointment (id, start_at, end_at) select id, at, at + interval '1 hour' from made`.execute(
      db,
    )
  })
  await vacuum(database.kysely)
})

test('the calendar of a month is read without reading appointments of other months', async () => {
  const list = () => as('USER').call(appointmentApi.list, { query: { start: '2036-03-01', end: '2036-03-31' } })
  const { length } = (await list()).answer
  expect(length).toBeGreaterThan(700)
  // appointments that began up to 31 days earlier may still last
  expect(await rowsRead(database.pool, list)).toBeLessThan(length * 6 + 50)
})
