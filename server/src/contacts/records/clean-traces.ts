import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { spellingsOf } from '../spellings/spellings.ts'
import type { Traits } from './person-keys.ts'

type Db = Kysely<DB>

/** Deletes the merges of a contact, because undoing them would bring it back. */
export async function cleanMerges(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    delete from contact_merge where survivor_id = any (${ids}::uuid[])
       or id in (select merge_id from contact_merge_member where contact_id = any (${ids}::uuid[]))`.execute(db)
}

/** Empties the results of imports but keeps their lines; rejected rows are known by e-mail address or number. */
export async function cleanImports(db: Db, ids: readonly string[], { emails, phones }: Traits): Promise<void> {
  const known = [...emails.flatMap((mail) => spellingsOf(mail.trim())), ...phones]
  const mentions = (cells: ReturnType<typeof sql>) =>
    sql`exists (select from unnest(${cells}) as cell where lower(trim(cell)) = any (${known}::text[]))`
  await sql`
    update contact_import_row set name = '', reason = '', cells = null, contact_id = null
     where contact_id = any (${ids}::uuid[])`.execute(db)
  await sql`
    update contact_import_row set name = '', reason = '', cells = null
     where cells is not null and ${mentions(sql`cells`)}`.execute(db)
  await sql`
    update contact_import i set preview = coalesce((
             select jsonb_agg(line) from jsonb_array_elements(i.preview) as line
              where not ${mentions(sql`array(select jsonb_array_elements_text(line))`)}), '[]')
     where exists (select from jsonb_array_elements(i.preview) as line
                    where ${mentions(sql`array(select jsonb_array_elements_text(line))`)})`.execute(db)
  await sql`delete from contact_import_touch where contact_id = any (${ids}::uuid[])`.execute(db)
  await sql`delete from contact_import_trial where contact_id = any (${ids}::uuid[])`.execute(db)
  await sql`delete from contact_import_trial_key where contact_id = any (${ids}::uuid[])`.execute(db)
}

/** Deletes all answers that are kept for repeated calls, because any of them may tell of the contact. */
export async function cleanAnswers(db: Db): Promise<void> {
  await sql`delete from idempotency_key`.execute(db)
}

/** Deletes the history of the contact, and its name from lists in the history of others. */
export async function cleanHistory(db: Db, ids: readonly string[], fullName: string): Promise<void> {
  await sql`delete from history where root_id = any (${ids}::uuid[])`.execute(db)
  if (fullName === '') return
  await sql`
    update history set changes = (
             select jsonb_object_agg(key, case when key = any (${lists}::text[])
                      then jsonb_build_array((value -> 0) - ${fullName}::text, (value -> 1) - ${fullName}::text) else value end)
               from jsonb_each(changes))
     where entity = 'contact' and changes ?| ${lists}::text[]
       and changes @? ${`$.*[*][*] ? (@ == ${JSON.stringify(fullName)})`}::jsonpath`.execute(db)
}

const lists = ['contact_persons', 'external_contact_persons', 'merged_from']
