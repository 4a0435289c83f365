import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../src/db/db.ts'
import { contactCount, dataDir } from './data.ts'

export const documentCount = contactCount * 2
const flameCount = Math.floor(contactCount / 2)

/** Adds flames, one to every second contact, and two documents to each, with the texts that were read; kept like those. */
export async function benchFindable(database: Database): Promise<void> {
  const complete = path.join(dataDir, 'findable-complete')
  if (existsSync(complete)) return
  console.log(`making ${flameCount} flames and ${documentCount} documents …`)
  await database.kysely.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`delete from contact_document_version`.execute(db)
    await sql`delete from contact_document`.execute(db)
    await sql`delete from file_text`.execute(db)
    await sql`delete from dossier; delete from flame; delete from blackboard_step; delete from blackboard`.execute(db)
    await sql`
      with board as (insert into blackboard (kind, title) values ('FLAME', 'Suche') returning id),
      step as (
        insert into blackboard_step (blackboard_id, position, title, colour)
        select id, 0, 'Neu', '#000000' from board returning id),
      numbered as (select id, row_number() over (order by md5(id::text)) as n from contact),
      made as (
        insert into flame (step_id, place, updated_at)
        select step.id, n, now() - n * interval '1 minute' from step, generate_series(1, ${flameCount}::int) n returning id, place)
      insert into dossier (flame_id, contact_id, certificate_name, sap_ordernumber, shipment_reference, language)
      select made.id, c.id, 'Schale ' || place, (4500000 + place)::int::text, 'OFF-' || place::int, 'DE'
        from made join numbered c on c.n = made.place`.execute(db)
    await sql`
      create temporary table made on commit drop as
      with contacts as (select array_agg(id order by id) as ids from contact)
      select n, uuid_v7() as id, contacts.ids[1 + n % cardinality(contacts.ids)] as contact,
             md5(n::text) || md5((n + 1)::text) as hash,
             (array['Offerte', 'Rechnung', 'Plan', 'Lieferschein', 'Foto'])[1 + n % 7 % 5] || ' ' || n || '.pdf' as name
        from generate_series(1, ${documentCount}::int) n, contacts`.execute(db)
    await sql`insert into stored_file (hash, size_byte) select hash, 1 from made on conflict do nothing`.execute(db)
    await sql`insert into contact_document (id, contact_id, name) select id, contact, name from made`.execute(db)
    await sql`
      insert into contact_document_version (document_id, number, mime_type, size_byte, file_hash, uploaded_at)
      select id, 1, 'application/pdf', 1, hash, now() - n * interval '1 minute' from made`.execute(db)
    // few words are in all of them, many in few
    await sql`
      insert into file_text (hash, text, search)
      select hash, said, words_text(said)
        from made, lateral (
          select 'Sehr geehrte Damen und Herren, gerne unterbreiten wir Ihnen unser Angebot ' || string_agg(
                   (array['Feuerschale', 'Grillplatte', 'Holzlege', 'Funkenschutz', 'Sockel', 'Lieferung', 'Zahlung', 'Garten'])[1 + (n * k) % 8]
                   || ' ' || substr(md5((n % 997 * k)::text), 1, 6), ' ') as said
            from generate_series(1, 40) k) as texts`.execute(db)
  })
  await database.pool.query('vacuum analyze')
  writeFileSync(complete, '')
}
