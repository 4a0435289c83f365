import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { appointmentApi } from '#contract/calendars/appointments'
import { holidayRegions } from '#contract/calendars/holidays'
import { pickupDayApi } from '#contract/calendars/pickups'
import { accessKeyApi } from '#contract/users/access-keys'
import { absenceApi } from '#contract/work/absences'
import { testApp } from './app.ts'
import { contactFactory } from './contacts.ts'
import { rowsRead } from './rows-read.ts'
import { vacuum } from './vacuum.ts'

// Like skewed-lists.test.ts, for absences, slots and keys: the rare rows are the oldest.

const many = 6000
const rare = 30
const { as, database } = await testApp()
const [admin, user] = [as('ADMIN'), as('USER')]
const slot = '01a00000-0000-7000-8000-000000000001'
const ids = { user: '', admin: '', contact: '' }

beforeAll(async () => {
  ids.contact = (await contactFactory(as)({ surname: 'Feuer' })).id
  const { rows } = await sql<{ username: string; id: string }>`select username, id from app_user`.execute(
    database.kysely,
  )
  ids.user = rows.find(({ username }) => username === 'USER')?.id ?? ''
  ids.admin = rows.find(({ username }) => username === 'ADMIN')?.id ?? ''
  await database.kysely.transaction().execute(async (db) => {
    // without triggers
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      create temporary table made on commit drop as
      select n, n <= ${rare} as is_rare, uuid_v7() as id, '2020-01-01'::timestamptz + n * interval '2 hours' as at,
             case when n <= ${rare} then ${ids.user}::uuid else ${ids.admin}::uuid end as person
        from generate_series(1, ${many}) n order by n`.execute(db)
    await sql`
      insert into absence (person_id, from_at, until_at, phase, stand_in_id)
      select person, at, at + interval '5 days', 'OVER', ${ids.admin}::uuid from made`.execute(db)
    await sql`
      insert into predefined_time_slot (id, weekday, start_time, end_time, capacity, valid_from)
      values (${slot}, 'TUESDAY', '09:00', '10:00', 5, '2020-01-01')`.execute(db)
    await sql`
      insert into slot_day (slot_id, start_at, capacity, taken) select ${slot}::uuid, at, 5, 1 from made`.execute(db)
    await sql`
      insert into slot_hold (slot_id, start_at, user_id, expires_at)
      select ${slot}::uuid, at, person, at from made`.execute(db)
    await sql`
      insert into time_slot_exception (day, slot_id) select '2000-01-01'::date + n, ${slot}::uuid from made`.execute(db)
    await sql`
      insert into locked_pickup_date (locked_at) select '2000-01-01'::date + n from made`.execute(db)
    await sql`
      insert into access_key (title, scope, user_id, secret_hash, created_at, revoked_at)
      select 'Website', 'BOOKING', person, ''::bytea, at, case when not is_rare then at end from made where n <= 300`.execute(
      db,
    )
    await sql`
      insert into encounter (id, contact_id, encounter_type, title, original_known_since, created_by)
      select id, ${ids.contact}::uuid, 'APPOINTMENT', 'Beratung', at, person from made`.execute(db)
    await sql`
      insert into appointment (id, start_at, end_at, participants)
      select id, at, at + interval '1 hour', array[person] from made`.execute(db)
    await sql`delete from holiday_region`.execute(db)
    await sql`insert into holiday_region (region) select unnest(${sql.val([...holidayRegions])}::text[])`.execute(db)
  })
  await vacuum(database.kysely)
}, 120_000)

const read = (ask: () => Promise<{ status: number; problem: unknown }>) =>
  rowsRead(database.pool, async () => {
    const { status, problem } = await ask()
    expect(status, JSON.stringify(problem)).toBe(200)
  })
const absences = (query: object) => read(() => admin.call(absenceApi.list, { query }))
const old = { start: '2020-01-01', end: '2020-01-07' }

test.each<[string, () => Promise<number>, number]>([
  ['absences of somebody', () => absences({ personRef: ids.user }), 500],
  ['one’s own', () => read(() => user.call(absenceApi.list, { query: {} })), 500],
  ['the latest thousand of all', () => absences({}), 5000],
  ['who is away now', () => read(() => user.call(absenceApi.away, {})), 500],
  ['who was away in a week', () => read(() => user.call(appointmentApi.days, { query: old })), 700],
  [
    'slots of two months',
    () => read(() => user.call(appointmentApi.slots, { query: { from: '2020-01-01', to: '2020-03-01' } })),
    500,
  ],
  [
    'appointments of somebody',
    () => read(() => user.call(appointmentApi.list, { query: { ...old, userRef: ids.user } })),
    1000,
  ],
  ['what is known of the days of a week', () => read(() => user.call(pickupDayApi.list, { query: old })), 500],
  ['access keys', () => read(() => admin.call(accessKeyApi.list, {})), 1000],
])('%s: few more rows are read than shown', async (_, ask, most) => {
  expect(await ask()).toBeLessThan(most)
})
