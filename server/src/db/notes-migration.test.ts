import { expect, test } from 'vitest'
import { databaseBefore } from '../../test/earlier-database.ts'

test('the migration indexes existing notes in any letters, and the index can be rebuilt', async () => {
  const { pool, goOn } = await databaseBefore('0272')
  // without triggers, because these belong to another version than the functions
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into contact (id, legal_type, surname, remarks)
      select gen_random_uuid(), 'NATURAL', 'Feuer', text from unnest('{Łódź ist weit,Zwetschge für ihn,schlicht}'::text[]) as text;
    commit`)
  await goOn()
  await pool.query('reindex index contact_remarks_search')
  await pool.query('analyze contact')
  const { rows } = await pool.query(`select remarks from contact where search_text(remarks) like needle('lodz')`)
  expect(rows).toEqual([{ remarks: 'Łódź ist weit' }])
  const { rows: settings } = await pool.query(`select proconfig from pg_proc where proname = 'search_text'`)
  expect(settings).toEqual([{ proconfig: null }])
})
