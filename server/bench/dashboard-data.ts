import type { Database } from '../src/db/db.ts'
import { addEncounters } from './data.ts'

const flames = 50_000
const mails = Number(process.env.BENCH_ROWS ?? 500_000)
const phoneCalls = 50_000
/** No tile reads them: they are there as in operation. */
const encounters = 1_000_000

/** Fills the database of a board with 2,000 contacts; `admin` looks after most. */
export async function addDashboardData(database: Database, admin: string): Promise<void> {
  const client = await database.pool.connect()
  await client.query('begin')
  // without the triggers
  await client.query('set local session_replication_role = replica')
  // one of ten is open; the others were archived over five years
  await client.query(
    `create temporary table made on commit drop as
     select n, uuid_v7() as id, now() - n * interval '53 minutes' as at, n % 10 = 0 as open,
            (array(select id from blackboard_step order by position))[1 + n % 5] as step,
            (array(select id from contact limit 2000))[1 + n % 2000] as contact
       from generate_series(1, ${flames}) n`,
  )
  await client.query(
    `insert into flame (id, step_id, place, assignee_id, created_at, in_step_since, archived_at)
     select id, step, n, case when n % 50 <> 0 then $1::uuid end, at - interval '30 days', at, case when not open then at end from made`,
    [admin],
  )
  await client.query(
    `insert into dossier (flame_id, contact_id, certificate_name, language, pickup_date)
     select id, contact, 'Familie Beispiel', 'DE', at + interval '5 days' from made`,
  )
  await client.query(
    `insert into flame_step_change (flame_id, from_step_id, from_board, from_step, to_board, to_step, at)
     select id, (array(select id from blackboard_step order by position))[change], 'Verkauf', 'Neu', 'Verkauf', 'Bereit',
            at - (5 - change) * interval '6 days' from made, generate_series(1, 4) change`,
  )
  await client.query(
    `with product as (insert into product (title, main_product) select 'Feuerring ' || n, true from generate_series(1, 40) n returning id)
     insert into dossier_article (flame_id, order_key, product_id, product_name, quantity)
     select made.id, part, (array(select id from product))[1 + (made.n + part) % 40], 'Feuerring', 1 + part
       from made, generate_series(1, 3) part`,
  )
  await client.query(
    `insert into dossier_package (flame_id, order_key, quantity, width_in_cm, depth_in_cm, height_in_cm, weight_in_kg)
     select id, 1, 1 + n % 4, 80, 80, 60, 120.5 from made`,
  )
  await client.query(
    `insert into todo (flame_id, title, state, order_key, finished, assignee_id)
     select id, 'Anrufen', case when open then 'OPEN' else 'DONE' end, 1, case when not open then at end,
            case when n % 50 <> 0 then $1::uuid end from made`,
    [admin],
  )
  await client.query(
    `insert into mailbox (id, type, title, address, max_message_bytes, active)
     values ('01a00000-0000-7000-8000-000000000001', 'IMAP', 'Verkauf', 'verkauf@glut.example', 25000000, false)`,
  )
  await client.query(
    `insert into mail_folder (id, mailbox_id, path, role)
     values ('01a00000-0000-7000-8000-000000000002', '01a00000-0000-7000-8000-000000000001', 'INBOX', 'INBOX')`,
  )
  await client.query(
    `with added as (
       insert into email (direction, state, assignee_id, subject, from_address, thread_id, received_at, answered_at)
       select 'INCOMING', case when n % 100 = 0 then 'OPEN' when n % 100 = 3 then 'IN_PROGRESS' else 'CLOSED' end,
              case when n % 100 <> 0 then $1::uuid end, 'Offerte', 'kunde@example.org', uuid_v7(), at,
              case when n % 3 > 0 then at + n % 300 * interval '11 minutes' end
         from generate_series(1, ${mails}) n, lateral (select now() - n * interval '5 minutes' as at) t returning id)
     insert into mail_source (folder_id, uid, email_id, seen)
     select '01a00000-0000-7000-8000-000000000002', row_number() over ()::text, id, true from added`,
    [admin],
  )
  await client.query('select write_email_card(id) from email')
  await client.query(
    `insert into phone_call (provider, external_id, direction, from_number, to_number, extensions, internal, started_at, answered_at,
                             ended_at, outcome, payload, created_at)
     select 'GENERIC', n::text, 'IN', '+4144' || (n % 5000)::text, '', '{}', false, at, case when n % 8 > 0 then at end, at,
            case when n % 8 > 0 then 'ENDED' else 'MISSED' end, '[]', at
       from generate_series(1, ${phoneCalls}) n, lateral (select now() - n * interval '10 minutes' as at) t`,
  )
  await client.query('select refresh_flame_orders(array(select id from made))')
  await client.query('select refresh_flame_pickups(id) from made where open')
  await client.query('insert into email_arrival select * from email_arrivals(array(select id from email))')
  await client.query('commit')
  client.release()
  await database.pool.query('drop index encounter_search')
  await addEncounters(database, 0, encounters, 2000)
  await database.pool.query('vacuum analyze')
}
