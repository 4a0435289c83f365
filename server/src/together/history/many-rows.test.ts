import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { migrate } from '../../db/migrate.ts'

const { pool } = await testDatabase()

/** Adds contacts with a row of each kind of part: text that JSON escapes, empty values, lists, dates. */
async function add(surname: string, from: number, to: number): Promise<void> {
  const client = await pool.connect()
  const rows = `generate_series(${from}, ${to}) as n`
  const contact = `(select id from contact where surname = '${surname}' || n)`
  try {
    await client.query('begin')
    await client.query(`select set_config('app.actor', '00000000-0000-7000-8000-000000000001', true)`)
    await client.query(`
      insert into contact (surname, legal_type, remarks, customer, birthdate, salutation, uid_checked_at)
      select '${surname}' || n, 'NATURAL', (array['', 'a "b" \\ c' || chr(10), 'null', '[]', '{}', 'é'])[n % 6 + 1], n % 2 = 0,
             case when n % 3 = 0 then date '1980-02-29' end, case when n % 4 = 0 then 'MR' end,
             case when n % 5 = 0 then timestamptz '2026-01-02 03:04:05.678Z' end from ${rows}`)
    await client.query(`
      insert into address (contact_id, address_type, city) select ${contact}, 'HOME', 'Ort "' || n || '"' from ${rows}`)
    await client.query(`
      insert into email_address (contact_id, address, favorite)
      select ${contact}, lower('${surname}') || n || '@example.ch', n % 2 = 0 from ${rows}`)
    await client.query(`
      insert into phone_number (contact_id, type, number, national)
      select ${contact}, 'MOBILE', lower('${surname}') || n, '' from ${rows}`)
    await client.query(`
      insert into encounter (contact_id, encounter_type, title, original_known_since, further_email_addresses_to_answer)
      select ${contact}, 'POST', 'Titel', timestamptz '2026-01-02 03:04:05Z',
             case when n % 2 = 0 then array['one@example.ch', '"'] else '{}' end from ${rows}`)
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

async function entries(surname: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select actor, entity, action, root_id = c.id as "isRoot", entity_id = c.id as "isContact",
            replace(replace(replace(changes::text, c.id::text, 'contact'), $1, 'name'), lower($1), 'name')::jsonb as changes
       from history join contact c on c.id = root_id
      where c.surname like $1 || '%'
      order by substring(c.surname from length($1) + 1)::int, entity, history.id`,
    [surname],
  )
  return rows
}

/** Replaces the bulk triggers, so that added rows are recorded one by one, as changed rows are. */
async function recordOneByOne(): Promise<void> {
  const { rows } = await pool.query<{ table: string; row: string }>(`
    select added.tgrelid::regclass::text as table, replace(pg_get_triggerdef(one.oid), 'DELETE OR UPDATE', 'INSERT') as row
      from pg_trigger added join pg_trigger one on one.tgrelid = added.tgrelid and one.tgname = 'history'
     where added.tgname = 'history_added'`)
  expect(rows.length).toBeGreaterThan(4)
  for (const { table, row } of rows) {
    await pool.query(`drop trigger history_added on ${table}`)
    await pool.query(row.replace('TRIGGER history ', 'TRIGGER history_added '))
  }
}

test('rows written in bulk get the same history as single rows', async () => {
  await add('Viele', 1, 60)
  await recordOneByOne()
  for (let at = 1; at <= 60; at++) await add('Einer', at, at)
  const many = await entries('Viele')
  expect(many).toHaveLength(300)
  expect(many).toEqual(await entries('Einer'))
})

test('a column added later is in the history of rows written in bulk', async () => {
  await pool.query(`alter table contact add column "late ""one" int`)
  // Repeats a migration that can run twice, after which `migrate` rewrites the functions that depend on the columns of
  // tables.
  await pool.query(`delete from schema_migration where name = '0007_bulk_speed.sql'`)
  await migrate(pool)
  await pool.query(
    `insert into contact (surname, legal_type, "late ""one") select 'Spät', 'NATURAL', n from generate_series(0, 99) as n`,
  )
  const { rows } = await pool.query(
    `select changes from history join contact c on c.id = root_id where surname = 'Spät' order by "late ""one" limit 1`,
  )
  expect(rows[0].changes).toEqual({
    surname: [null, 'Spät'],
    legal_type: [null, 'NATURAL'],
    language: [null, 'DE'],
    uid_state: [null, 'NONE'],
    eori_state: [null, 'NONE'],
    'late "one': [null, 0],
  })
})
