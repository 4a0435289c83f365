import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { calendarFeedApi, type FeedSource, feedLimits, feedSources } from '#contract/calendars/feeds'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'
import { projectFactory } from '../../../test/projects.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { vacuum } from '../../../test/vacuum.ts'

const many = 6000
const { app, as, database } = await testApp()
const { buildFlame } = flameFactory(as)
const { buildProject } = projectFactory(as)

// all rows are within reach, and every three hundredth belongs to the caller
beforeAll(async () => {
  const flame = await buildFlame({ dossier: { pickupDate: '2036-03-10T11:00:00.000Z' } })
  const project = await buildProject()
  const idOf = (name: string) => sql`(select id from app_user where username = ${name})`
  await database.kysely.transaction().execute(async (db) => {
    // without the triggers
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      create temporary table made on commit drop as
      select n, uuid_v7() as id, now() + (n - 3000) * interval '20 minutes' as at,
             case when n % 300 = 0 then ${idOf('USER')} else ${idOf('ADMIN')} end as person
        from generate_series(1, ${many}::int) n`.execute(db)
    await sql`
      with f as (
        insert into flame (id, step_id, place, assignee_id, reminder_at)
        select id, ${flame.step}, n, person, at from made),
      d as (
        insert into dossier (flame_id, contact_id, certificate_name, language, pickup_date)
        select id, ${flame.dossier.contactRef}::uuid, 'Familie Beispiel', 'DE', at from made),
      p as (
        insert into project (id, step_id, place, title, assignee_id, finished)
        select id, ${project.step}, n, 'Messe', person, at from made),
      t as (
        insert into todo (flame_id, title, assignee_id, due, order_key)
        select ${flame.id}::uuid, 'Anrufen', person, at, n from made),
      e as (
        insert into encounter (id, contact_id, encounter_type, title, original_known_since)
        select id, ${flame.dossier.contactRef}::uuid, 'APPOINTMENT', 'Beratung', at from made)
      insert into appointment (id, start_at, end_at, participants)
      select id, at, at + interval '1 hour', array[person] from made`.execute(db)
  })
  await vacuum(database.kysely)
})

const read = (url: string) => app.inject({ method: 'GET', url })

test.each(feedSources)(
  'the entries of the owner of a feed of %s are read without reading those of others',
  async (source: FeedSource) => {
    await as('USER').call(calendarFeedApi.revoke, {})
    const body = { sources: [source], replaces: null }
    const { path } = (await as('USER').call(calendarFeedApi.make, { body })).answer
    expect((await read(path)).body.match(/BEGIN:VEVENT/g)).toHaveLength(many / 300)
    expect(await rowsRead(database.pool, () => read(path))).toBeLessThan(600)
  },
)

test('a feed with too many entries keeps those nearest to now, before and after', async () => {
  const { path } = (await as('ADMIN').call(calendarFeedApi.make, { body: { sources: ['TODOS'], replaces: null } }))
    .answer
  const starts = [...(await read(path)).body.matchAll(/DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/g)].map(
    ([, year, month, day, hour, minute]) => Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`) - Date.now(),
  )
  expect(starts).toHaveLength(feedLimits.eachSource)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  const [first = 0, last = 0] = [starts[0], starts.at(-1)].map((ms) => (ms ?? 0) / 86_400_000)
  expect([Math.round(first), Math.round(last)]).toEqual([-3, 11])
})
