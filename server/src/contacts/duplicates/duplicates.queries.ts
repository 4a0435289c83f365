import { type Kysely, sql } from 'kysely'
import type {
  ContactDraft,
  DuplicateGroup,
  DuplicateReason,
  DuplicateRun,
  LikelyContact,
} from '#contract/contacts/duplicates'
import { lock } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'
import { spellingsOf } from '../spellings/spellings.ts'

type Db = Kysely<DB>
const maxLikely = 5

/** Locks all pairs of duplicates until the transaction ends, because groups span several pairs. */
export const lockPairs = (db: Db) => lock(db, 'duplicatePairs')

export async function selectLatestRun(db: Db): Promise<DuplicateRun | null> {
  const { rows } = await sql<DuplicateRun>`
    select id, state, steps_done as "stepsDone", steps_total as "stepsTotal", groups, new_groups as "newGroups",
           iso(created_at) as "createdAtUtc", iso(finished_at) as "finishedAtUtc"
      from contact_duplicate_run order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Query for the number of groups that are listed. */
export const countOfGroups = sql`(select groups from contact_duplicate_total)`

/** Pairs where neither contact is in the bin. */
const present = sql`contact_duplicate_pair p
  join contact_search one on one.contact_id = p.one_id join contact_search other on other.contact_id = p.other_id`

export async function selectGroups(db: Db, { page, pageSize }: { page: number; pageSize: number }) {
  const { rows } = await sql<DuplicateGroup & { total: number }>`
    with page as (
      select id, score from contact_duplicate_group
       order by score desc, id limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select page.id, page.score, ${countOfGroups} as total,
           (select json_agg(k.card::json order by s.sort_key, s.contact_id)
              from (select distinct unnest(array[p.one_id, p.other_id]) as id from contact_duplicate_pair p
                     where p.group_id = page.id) as member
              join contact_search s on s.contact_id = member.id join contact_listed k on k.contact_id = member.id) as contacts,
           (select json_agg(reason.value order by reason.first) from (
              select r.value, min(r.place) as first from ${present}
                cross join lateral jsonb_array_elements(p.reasons) with ordinality as r (value, place)
               where p.group_id = page.id group by r.value order by 2 limit 12) as reason) as reasons
      from page order by page.score desc, page.id`.execute(db)
  return rows
}

export interface Pair {
  readonly oneRef: string
  readonly otherRef: string
  readonly score: number
  readonly reasons: DuplicateReason[]
}

export async function selectPairs(db: Db, groupId: string): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select p.one_id as "oneRef", p.other_id as "otherRef", p.score, p.reasons
      from ${present} where p.group_id = ${groupId} order by p.score desc, p.one_id, p.other_id`.execute(db)
  return rows
}

/** Records that no two of these contacts are the same, deletes their pairs and regroups what they belonged to. */
export async function settlePairs(db: Db, ids: readonly string[], userId: string): Promise<void> {
  await lockPairs(db)
  await sql`
    insert into contact_not_duplicate (one_id, other_id, said_by)
    select one, other, ${userId} from unnest(${ids}::uuid[]) as one join unnest(${ids}::uuid[]) as other on one < other
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(array[one_id, other_id]) as id from contact_duplicate_pair
     where group_id in (select group_id from contact_duplicate_pair
                         where one_id = any (${ids}::uuid[]) or other_id = any (${ids}::uuid[]))`.execute(db)
  await sql`
    delete from contact_duplicate_pair where one_id = any (${ids}::uuid[]) and other_id = any (${ids}::uuid[])`.execute(
    db,
  )
  await sql`select group_contact_duplicates(${rows.map((row) => row.id)}::uuid[])`.execute(db)
}

// --- while somebody types ------------------------------------------------------------------------------------------

export interface TypedPhone {
  readonly number: string
  readonly national: string
}

/** Returns existing contacts that a new one may duplicate; every branch of the query uses an index. */
export async function selectLikely(
  db: Db,
  draft: ContactDraft,
  phones: readonly TypedPhone[],
): Promise<LikelyContact[]> {
  const person = `${draft.givenName} ${draft.surname}`.trim()
  const zips = draft.places.map(({ zipCode }) => zipCode).filter(Boolean)
  const streets = draft.places.filter(({ street, zipCode }) => street && zipCode)
  const { rows } = await sql<LikelyContact>`
    with typed as (
      select sound_key(${draft.givenName}) as given_key, sound_key(${draft.surname}) as surname_key, name_key(${person}) as person, company_key(${draft.companyName}) as company, fold(${draft.givenName}) as given,
             fold(${draft.surname}) as surname, uid_key(${draft.uid}) as uid
    ), hint (contact_id, code, weight, "values") as (
      select e.contact_id, 'EMAIL', 95, jsonb_build_object('one', e.address, 'other', e.address)
        from email_address e where lower(e.address) = any (${draft.emails.flatMap(spellingsOf)}::text[])
         and e.shared_email_id is null and not e.binned
      union all
      select p.contact_id, 'PHONE', case when p.number = any (${phones.map(({ number }) => number)}::text[]) then 90 else 60 end,
             jsonb_build_object('one', p.number, 'other', p.number)
        from phone_number p where p.national = any (${phones.map(({ national }) => national)}::text[])
         and length(p.national) > 6 and p.shared_phone_id is null and not p.binned
      union all
      select c.id, 'UID', 90, jsonb_build_object('value', typed.uid) from typed join contact c on uid_key(c.uid) = typed.uid
       where length(typed.uid) > 7 and c.uid <> ''
      union all
      (select s.contact_id, 'NAME', (30 + 40 * likeness(typed.given_key, typed.surname_key, sound_key(k.given_name), sound_key(k.surname)))::int,
              jsonb_build_object('one', ${person}::text, 'other', k.full_name)
         from typed join contact_search s on typed.surname <<% s.surname and typed.given <<% s.given_name
         join contact k on k.id = s.contact_id
        where typed.given <> '' and typed.surname <> ''
        order by 3 desc limit 20)
      union all
      (select s.contact_id, 'COMPANY', (30 + 40 * similarity(typed.company, company_key(k.company_name)))::int,
              jsonb_build_object('one', ${draft.companyName}::text, 'other', k.full_name)
         from typed join contact_search s on typed.company <<% s.company join contact k on k.id = s.contact_id
        where length(typed.company) > 2 and typed.person = ''
        order by 3 desc limit 20)
    ), best as (
      select distinct on (contact_id, code) * from hint order by contact_id, code, weight desc
    ), also as (
      select * from best
      union all
      select c.id, 'BIRTHDATE', 80, jsonb_build_object('date', c.birthdate, 'one', ${person}::text, 'other', c.full_name)
        from contact c where c.birthdate = ${draft.birthdate}::date and c.id in (select contact_id from best)
      union all
      (select distinct on (own.contact_id) own.contact_id,
              case when street.typed then 'ADDRESS' else 'PLACE' end, case when street.typed then 75 else 40 end,
              jsonb_build_object('one', ${person}::text, 'other', '', 'street', content.street, 'zip', content.zip_code)
         from best join address own on own.contact_id = best.contact_id
         join address content on content.id = coalesce(own.shared_address_id, own.id)
        cross join lateral (select exists (
              select from jsonb_to_recordset(${JSON.stringify(streets)}::jsonb) as t (street text, "zipCode" text)
               where fold(t."zipCode") = fold(content.zip_code) and street_key(t.street) = street_key(content.street)) as typed) street
        where content.zip_code = any (${zips}::text[])
        order by own.contact_id, street.typed desc)
    )
    select c.id as "contactRef", c.full_name as "fullName", c.legal_type as "legalType",
           k.card::json ->> 'city' as city,
           round(100 * (1 - exp(sum(ln(1 - also.weight / 100.0)))))::int as score,
           jsonb_agg(jsonb_build_object('code', also.code, 'values', also."values") order by also.weight desc) as reasons
      from also join contact c on c.id = also.contact_id join contact_listed k on k.contact_id = c.id
     group by c.id, k.contact_id
    having round(100 * (1 - exp(sum(ln(1 - also.weight / 100.0))))) >= 55
     order by score desc, c.full_name, c.id limit ${maxLikely}`.execute(db)
  return rows
}
