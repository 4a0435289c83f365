import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { keptSpelling, spellingsOf } from '../spellings/spellings.ts'
import { fromWanted, type Known, KnownContacts, keysOf, sortNameOf, type Wanted } from './match.ts'

/** Returns every contact outside the bin that may match one of the rows, locked so that nobody edits it meanwhile. */
export async function knownFor(db: Kysely<DB>, wanted: readonly Wanted[]): Promise<KnownContacts> {
  const contacts = new KnownContacts()
  const ids = await candidates(db, wanted)
  await sql`select from contact where id = any (${ids}::uuid[]) order by id for update`.execute(db)
  for (const known of await loadKnown(db, ids)) contacts.add(known)
  return contacts
}

/** Like `knownFor` for a dry run: includes what its earlier rows would have written, and locks nothing. */
export async function knownForTrial(
  db: Kysely<DB>,
  importId: string,
  wanted: readonly Wanted[],
): Promise<KnownContacts> {
  const contacts = new KnownContacts()
  const ids = await candidates(db, wanted)
  const keys = wanted.flatMap((one) => keysOf(fromWanted('', one)))
  const { rows: trial } = await sql<{ contact: Known }>`
    select contact from contact_import_trial where import_id = ${importId} and (contact_id = any (${ids}::uuid[])
       or contact_id in (select contact_id from contact_import_trial_key
                          where import_id = ${importId} and key = any (${keys}::text[])))`.execute(db)
  const tried = new Set(trial.map(({ contact }) => contact.id))
  for (const { contact } of trial) contacts.add(contact)
  for (const known of await loadKnown(db, ids)) if (!tried.has(known.id)) contacts.add(known)
  return contacts
}

export async function rememberTrial(db: Kysely<DB>, importId: string, touched: readonly Known[]): Promise<void> {
  if (touched.length === 0) return
  const rows = touched.map((contact) => ({ contact_id: contact.id, contact, keys: keysOf(contact) }))
  await sql`
    with written as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (contact_id uuid, contact jsonb, keys text[])
    ), contacts as (
      insert into contact_import_trial (import_id, contact_id, contact)
      select ${importId}::uuid, contact_id, contact from written
      on conflict (import_id, contact_id) do update set contact = excluded.contact
    )
    insert into contact_import_trial_key (import_id, key, contact_id)
    select distinct ${importId}::uuid, key, contact_id from written, unnest(keys) as key on conflict do nothing`.execute(
    db,
  )
}

export async function forgetTrial(db: Kysely<DB>, importId: string): Promise<void> {
  await db.deleteFrom('contact_import_trial').where('import_id', '=', importId).execute()
  await db.deleteFrom('contact_import_trial_key').where('import_id', '=', importId).execute()
}

/**
 * Returns the ids of the contacts that own or share one of the e-mail addresses or numbers, or have one of the names at
 * the same place. Namesakes grow with the number of contacts, so name and place are looked up together. A contact with
 * several addresses is found by its name, looked up once for all rows, and then compared by zip code and the beginning
 * and number of the street.
 */
async function candidates(db: Kysely<DB>, wanted: readonly Wanted[]): Promise<string[]> {
  const contacts = wanted.map((one) => fromWanted('', one))
  const names = contacts.flatMap((one) => {
    const bare = one.emails.length === 0 && one.phones.length === 0
    const places = one.places.length > 0 ? one.places : [{ zipCode: '', street: '' }]
    return places.map(({ zipCode, street }) => {
      return { name: sortNameOf(one), zip: zipCode, street, bare: bare && !zipCode && !street }
    })
  })
  const { rows } = await sql<{ id: string }>`
    with called as materialized (
      select fold(name) as name, zip, street, bare
        from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as v (name text, zip text, street text, bare boolean)
       where bare or zip <> '' or street <> ''
    ), mail as (
      select id, contact_id from email_address
       where lower(address) = any (${contacts.flatMap((one) => one.emails.flatMap(spellingsOf))}::text[])
         and shared_email_id is null and not binned
    ), phone as (
      select id, contact_id from phone_number
       where number = any (${contacts.flatMap((one) => one.phones)}::text[])
         and shared_phone_id is null and not binned
    ), wanted as (
      select name, bool_or(bare) as bare,
             array_agg(distinct ${placePattern}) filter (where zip <> '' or street <> '') as places
        from called group by name
    ), found as (
      select contact_id as id from mail
      union select e.contact_id from email_address e join mail on e.shared_email_id = mail.id
      union select contact_id from phone
      union select p.contact_id from phone_number p join phone on p.shared_phone_id = phone.id
      union select s.contact_id from called r
              join contact_search s on s.named_at = named_at(r.name, r.zip, r.street) and s.sort_key = r.name
             where not r.bare or s.email = '' and s.phone = ''
      union select s.contact_id from wanted w join contact_search s on s.sort_key = w.name and s.named_at is null
             where s.zip_code || '|' || s.street like any (w.places) or w.bare and s.email = '' and s.phone = ''
    )
    select f.id from found f where (select c.deleted_at is null from contact c where c.id = f.id)`.execute(db)
  return rows.map((row) => row.id)
}

/** LIKE pattern for zip code and street, with the street's first letters and last number, which spellings share. */
const placePattern = sql`
  '%' || regexp_replace(fold(zip), '([\\\\%_])', '\\\\\\1', 'g') || '%|%' || coalesce(substring(fold(street) from '^[a-z]{1,4}'), '')
      || '%' || coalesce(substring(street from '([0-9]+)[^0-9]*$'), '') || '%'`

async function loadKnown(db: Kysely<DB>, ids: readonly string[]): Promise<Known[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Known>`
    select c.id, c.legal_type as "legalType",
           json_build_object('salutation', c.salutation, 'title', c.title, 'givenName', c.given_name,
             'surname', c.surname, 'companyName', c.company_name, 'customerType', c.customer_type,
             'birthdate', c.birthdate, 'remarks', c.remarks, 'uid', c.uid, 'eori', c.eori) as fields,
           array(select lower(content.address) from email_address own
                   join email_address content on content.id = coalesce(own.shared_email_id, own.id)
                  where own.contact_id = c.id) as emails,
           array(select content.number from phone_number own
                   join phone_number content on content.id = coalesce(own.shared_phone_id, own.id)
                  where own.contact_id = c.id) as phones,
           coalesce((select json_agg(json_build_object(
                       'street', content.street, 'zipCode', content.zip_code, 'city', content.city))
                       from address own join address content on content.id = coalesce(own.shared_address_id, own.id)
                      where own.contact_id = c.id), '[]') as places
      from contact c where c.id = any (${[...ids]}::uuid[])`.execute(db)
  return rows.map((row) => ({ ...row, emails: row.emails.map(keptSpelling) }))
}
