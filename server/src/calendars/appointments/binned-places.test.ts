import { expect, test } from 'vitest'
import { databaseBefore } from '../../../test/earlier-database.ts'

test('the migration cancels appointments of contacts in the bin with a reason and frees their places', async () => {
  const { pool, goOn } = await databaseBefore('0262')
  const slot = 'a0000000-0000-7000-8000-000000000001'
  // without the triggers
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into predefined_time_slot (id, weekday, start_time, end_time, capacity, valid_from)
    values ('${slot}', 'TUESDAY', '09:00', '10:00', 3, '2034-01-01');
    insert into contact (legal_type, surname, deleted_at)
    values ('NATURAL', 'Da', null), ('NATURAL', 'Weg', now()), ('NATURAL', 'Auch', null);
    insert into encounter (contact_id, encounter_type, title, original_known_since, deleted_at)
    select id, 'APPOINTMENT', surname, now(), case surname when 'Auch' then now() end from contact;
    insert into appointment (id, start_at, end_at, slot_id)
    select id, '2034-03-07T08:00:00Z', '2034-03-07T09:00:00Z', '${slot}' from encounter;
    insert into encounter (contact_id, encounter_type, title, original_known_since)
    select id, 'APPOINTMENT', 'Vorbei', now() from contact where surname = 'Weg';
    insert into appointment (id, start_at, end_at)
    select id, '2024-03-07T08:00:00Z', '2024-03-07T09:00:00Z' from encounter where title = 'Vorbei';
    insert into slot_day values ('${slot}', '2034-03-07T08:00:00Z', 3, 3);
    commit`)
  await goOn()
  const { rows } = await pool.query(
    'select e.title, a.state, a.reason, e.version from appointment a join encounter e using (id) order by e.title',
  )
  const cancelled = { state: 'CANCELLED', reason: 'Im Papierkorb', version: 2 }
  expect(rows).toEqual([
    { title: 'Auch', ...cancelled },
    { title: 'Da', state: 'BOOKED', reason: '', version: 1 },
    { title: 'Vorbei', state: 'BOOKED', reason: '', version: 1 },
    { title: 'Weg', ...cancelled },
  ])
  expect((await pool.query('select taken from slot_day')).rows).toEqual([{ taken: 1 }])
})
