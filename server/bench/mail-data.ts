import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../src/db/db.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { contactCount, dataDir, indexAsMigrated } from './data.ts'

/** Five for each contact, up to half a million. */
export const emailCount = Math.min(500_000, contactCount * 5)
/** Every fiftieth goes to one of those that go on for years. */
const inLongThread = emailCount / 20
const ownerCount = 20
/** They are read by every list and made again once all rows are there. */
const slowIndexes = ['email_search', 'email_references']

/**
 * Adds 500,000 e-mails to the data of `benchData`, kept like those: two of a hundred open and one in progress, with
 * twenty owners, in threads of four and twenty of hundreds, most of them of contacts, every fifth sent from here, every
 * tenth talked about.
 */
export async function benchEmails(database: Database): Promise<{ owners: string[] }> {
  const complete = path.join(dataDir, 'emails-complete')
  if (!existsSync(complete)) {
    console.log(`making ${emailCount} e-mails …`)
    for (let at = 0; at < ownerCount; at++) await addUserWithRole(database.kysely, `Besitzer ${at}`, '', 'USER')
    await database.pool.query('delete from email; delete from mailbox')
    for (const name of slowIndexes) await database.pool.query(`drop index if exists ${name}`)
    const step = emailCount / 10
    for (let from = 0; from < emailCount; from += step) await addEmails(database, from, from + step)
    for (const name of slowIndexes) {
      await database.pool.query(`set maintenance_work_mem = '512MB'; ${indexAsMigrated('0026_emails.sql', name)}`)
    }
    await database.pool.query('vacuum analyze')
    writeFileSync(complete, '')
  }
  const { rows } = await sql<{ id: string }>`
    select id from app_user where username like 'Besitzer %' order by username`.execute(database.kysely)
  return { owners: rows.map(({ id }) => id) }
}

/** Without the triggers: nobody reads the history of these. */
async function addEmails(database: Database, from: number, to: number): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      insert into mailbox (id, type, title, address, max_message_bytes, active)
      values ('01a00000-0000-7000-8000-000000000001', 'IMAP', 'Verkauf', 'verkauf@glut.example', 25000000, false)
      on conflict do nothing`.execute(db)
    await sql`
      insert into mail_folder (id, mailbox_id, path, role)
      values ('01a00000-0000-7000-8000-000000000002', '01a00000-0000-7000-8000-000000000001', 'INBOX', 'INBOX')
      on conflict do nothing`.execute(db)
    await sql`
      create temporary table made on commit drop as
      with contacts as (select array_agg(id order by id) as ids from contact),
           owners as (select array_agg(id order by username) as ids from app_user where username like 'Besitzer %')
      select n, uuid_v7() as id, n % 5 = 0 as ours,
             case when n % 5 = 0 then 'CLOSED' when n % 100 in (1, 2) then 'OPEN' when n % 100 = 3 then 'IN_PROGRESS'
                  else 'CLOSED' end as state,
             case when n % 100 = 1 or n % 7 = 0 then null else owners.ids[1 + (n / 4) % ${ownerCount}] end as owner,
             case when n % 5 < 4 then contacts.ids[1 + (n::bigint / 4 * 7919) % cardinality(contacts.ids)] end as contact,
             (array['Feuerschale', 'Grillplatte', 'Holzlege', 'Funkenschutz', 'Sockel'])[1 + n % 7 % 5] as thing
        from generate_series(${from}::int, ${to - 1}::int) n, contacts, owners`.execute(db)
    await sql`
      with written as (
        insert into email (id, direction, state, assignee_id, contact_id, important, seen, subject, from_name, from_address,
                           to_list, preview, message_id, reference_ids, thread_id, sent_at, received_at, search)
        select id, case when ours then 'OUTGOING' else 'INCOMING' end, state, owner, contact, n % 200 = 1, state <> 'OPEN',
               thing || ' für den Garten, Vorgang ' || n, 'Kunde ' || n % 5000,
               'kunde' || n % 5000 || '@example.org', '[{"name":"Verkauf","address":"verkauf@glut.example"}]',
               'Guten Tag, wir interessieren uns für ' || thing || ' und bitten um eine Offerte mit Lieferfrist. Besten Dank!',
               'bench-' || n || '@example.org',
               case when n % 4 = 0 then '{}' else array['bench-' || n - n % 4 || '@example.org'] end,
               md5(case when n % 50 = 1 then 'long ' || n / ${inLongThread} else 'thread ' || n / 4 end)::uuid, at, at,
               search_text(thing || ' für den Garten, Vorgang ' || n || ' kunde' || n % 5000 || '@example.org wir bitten um eine Offerte')
          from made, lateral (select '2022-01-01'::timestamptz + n * interval '5 minutes' as at) t),
      bodies as (
        insert into email_body (id, text) select id, 'Guten Tag, wir bitten um eine Offerte für ' || thing from made),
      talk as (
        insert into comment (email_id, author_id, text)
        select id, (select id from app_user order by username limit 1), 'Rückruf vereinbart' from made, generate_series(1, 1 + n % 3)
         where n % 10 = 1),
      places as (
        insert into mail_source (folder_id, uid, email_id, seen)
        select '01a00000-0000-7000-8000-000000000002', n::text, id, state <> 'OPEN' from made where not ours)
      insert into outbox (email_id, mailbox_id, state, mime_hash, mime_bytes, envelope_from, recipients, leaves_at,
                          sent_at, copy_state)
      select id, '01a00000-0000-7000-8000-000000000001', 'ACCEPTED', md5(n::text), 1000, 'verkauf@glut.example',
             array['kunde@example.org'], now(), now(), 'DONE'
        from made where ours`.execute(db)
    await sql`select write_email_card(id) from made`.execute(db)
  })
}
