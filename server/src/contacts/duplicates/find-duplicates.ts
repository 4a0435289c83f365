import { type Kysely, type RawBuilder, sql } from 'kysely'
import { duplicatesPrefix } from '#contract/together/notifications'
import { codeOf } from '../../db/error-code.ts'
import { tryLock } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../../http/context.ts'
import type { JobPayload } from '../../jobs/jobs.ts'
import { NotYet } from '../../jobs/not-yet.ts'
import { notify } from '../../together/notifications/notifications.ts'
import { lockPairs } from './duplicates.queries.ts'

type Db = Kysely<DB>

/** Largest number of contacts that may share a value; a more common value says nothing about any two of them. */
const commonest = 50
/** Number of contacts at an address above which only contacts with the same name are compared. */
const crowded = 100
const least = 50

/**
 * Job: compares all contacts, each only with contacts that share a value with it, in one transaction, so that a run
 * takes effect completely or not at all. Everything is computed in the database, so the memory of the process does not
 * grow with the contacts.
 */
export async function findContactDuplicates(
  appContext: AppContext,
  { runId }: JobPayload<'findContactDuplicates'>,
  signal: AbortSignal,
): Promise<void> {
  const id = runId ?? (await openRun(appContext.database.kysely))
  const report = (stepsDone: number) =>
    appContext.database.kysely
      .updateTable('contact_duplicate_run')
      .set({ state: 'RUNNING', steps_done: stepsDone, steps_total: steps.length })
      .where('id', '=', id)
      .where('state', 'in', ['WAITING', 'RUNNING'])
      .executeTakeFirst()
  try {
    await inTransaction(appContext, systemActor(), async (ctx) => {
      const { db } = ctx
      if (!(await takeRun(db, id))) return
      for (const [done, step] of steps.entries()) {
        signal.throwIfAborted()
        await report(done)
        await step(db, id)
      }
      await tellFound(ctx, id)
    })
  } catch (error) {
    if (isFault(error)) {
      await appContext.database.kysely
        .updateTable('contact_duplicate_run')
        .set({ state: 'FAILED', finished_at: sql`now()` })
        .where('id', '=', id)
        .execute()
    }
    throw error
  }
}

/** Notifies the users who settle duplicates how many groups there are, if the run found new ones. */
async function tellFound(ctx: Ctx, runId: string): Promise<void> {
  const run = await ctx.db
    .selectFrom('contact_duplicate_run')
    .select(['groups', 'new_groups'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  if (!run.new_groups) return
  const admins = sql`
    select own.user_id from user_role own join role r on r.id = own.role_id
     where 'GENERAL_ADMIN_FUNCTIONS' = any (r.permissions)`
  await notify(ctx, { type: 'CONTACT_DUPLICATES', content: `${duplicatesPrefix}${run.groups}`, to: admins })
}

/** Whether PostgreSQL rejects the statement itself (data, constraint or syntax), so that a retry would fail as well. */
const isFault = (error: unknown) => /^(22|23|42)/.test(codeOf(error))

/** Returns the id of the open run, or of a new one. */
async function openRun(db: Db): Promise<string> {
  await sql`insert into contact_duplicate_run default values on conflict do nothing`.execute(db)
  const open = await db
    .selectFrom('contact_duplicate_run')
    .select('id')
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst()
  if (!open) throw new NotYet('a search for duplicates has just ended')
  return open.id
}

/** Returns false when the run is over. Throws while another job works on a search, so that the queue retries. */
async function takeRun(db: Db, id: string): Promise<boolean> {
  await sql`set local statement_timeout = 0`.execute(db)
  if (!(await tryLock(db, 'findingDuplicates'))) throw new NotYet('another search for duplicates is under way')
  const run = await db
    .selectFrom('contact_duplicate_run')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst()
  return run !== undefined
}

type Step = (db: Db, runId: string) => Promise<unknown>

// --- what two contacts have in common ------------------------------------------------------------------------------

/**
 * Copies the contacts outside the bin with their comparison keys. Contacts that a running import has just written have
 * no search row yet and are left out; another search follows the import.
 */
const prepare: Step = async (db) => {
  await sql`
    create temporary table duplicate_contact on commit drop as
    select c.id, c.legal_type, c.salutation, c.birthdate, uid_key(c.uid) as uid,
           trim(key.given || ' ' || key.surname) as person, key.company, c.full_name, key.given,
           case when key.given = '' and key.surname = '' then key.company else key.surname end as surname
      from contact c
     cross join lateral (select sound_key(c.given_name) as given, sound_key(c.surname) as surname,
                                company_key(c.company_name) as company) as key
     where c.deleted_at is null and exists (select from contact_search s where s.contact_id = c.id)`.execute(db)
  await sql`create unique index on duplicate_contact (id)`.execute(db)
  await sql`
    create temporary table duplicate_place on commit drop as
    select own.contact_id, fold(content.zip_code) as zip, street_key(content.street) as street,
           min(content.street) as shown
      from address own join address content on content.id = coalesce(own.shared_address_id, own.id)
      join duplicate_contact c on c.id = own.contact_id where content.zip_code <> '' group by 1, 2, 3`.execute(db)
  await sql`create index on duplicate_place (contact_id)`.execute(db)
  await sql`
    create temporary table duplicate_hint (
      one_id uuid not null, other_id uuid not null, code text not null, weight int not null, "values" jsonb not null
    ) on commit drop`.execute(db)
  await sql`analyze duplicate_contact, duplicate_place`.execute(db)
}

/** Builds a step that finds contacts with the same key, unless too many share it; `more` narrows the pairs down. */
const sharing =
  (code: string, weight: number, keyed: RawBuilder<unknown>, values: RawBuilder<unknown>, more = sql`true`): Step =>
  (db) =>
    sql`
      insert into duplicate_hint
      with keyed as materialized (${keyed}),
      blocks as materialized (
        select * from (select *, count(*) over (partition by key) as size from keyed where key <> '') as k
         where size between 2 and ${sql.lit(commonest)}
      )
      select one.id, other.id, ${sql.lit(code)}, ${sql.lit(weight)}, jsonb_build_object(${values})
        from blocks one join blocks other on other.key = one.key and one.id < other.id where ${more}`.execute(db)

const emails = sharing(
  'EMAIL',
  90,
  sql`select e.contact_id as id, mail_key(e.address) as key, e.address as shown
        from email_address e join duplicate_contact c on c.id = e.contact_id where e.shared_email_id is null`,
  sql`'one', one.shown, 'other', other.shown`,
)
const phones = sharing(
  'PHONE',
  65,
  sql`select p.contact_id as id, p.national as key, p.number as shown
        from phone_number p join duplicate_contact c on c.id = p.contact_id
       where p.shared_phone_id is null and length(p.national) > 6`,
  sql`'one', one.shown, 'other', other.shown`,
)
const uids = sharing(
  'UID',
  85,
  sql`select id, case when length(uid) > 7 then uid else '' end as key from duplicate_contact`,
  sql`'value', one.key`,
)
const birthdates = sharing(
  'BIRTHDATE',
  90,
  // The words of the name are sorted, because given name and surname are often swapped in forms.
  sql`select id, birthdate, full_name, birthdate || ' ' || array_to_string(array(
               select word from unnest(string_to_array(person, ' ')) as word order by word), ' ') as key
        from duplicate_contact where birthdate is not null and person <> ''`,
  sql`'date', one.birthdate, 'one', one.full_name, 'other', other.full_name`,
)
const companies = sharing(
  'COMPANY',
  60,
  sql`select id, person, full_name, company as key from duplicate_contact where length(company) > 2`,
  sql`'one', one.full_name, 'other', other.full_name`,
  // Two persons at the same company are no duplicates.
  sql`(one.person = '' or other.person = '' or one.person = other.person) and (one.person = '') = (other.person = '')`,
)

/**
 * Finds similar names at the same street and zip code. The cheap comparison of a surname with the other's names comes
 * before `likeness`, because it rules out nearly all pairs at a quarter of the cost.
 */
const addresses: Step = (db) =>
  sql`
  insert into duplicate_hint
  with keyed as materialized (
    select c.id, c.given, c.surname, c.full_name, p.zip, p.street, p.shown,
           count(*) over (partition by p.zip, p.street) as size
      from duplicate_place p join duplicate_contact c on c.id = p.contact_id where p.street <> ''
  ), blocks as materialized (
    select *, zip || '|' || street || case when size > ${sql.lit(crowded)} then '|' || given || ' ' || surname else '' end as key
      from keyed where size > 1
  ), sized as materialized (
    select *, count(*) over (partition by key) as number from blocks
  )
  select one.id, other.id, 'ADDRESS', (45 + 50 * alike)::int,
         jsonb_build_object('one', one.full_name, 'other', other.full_name, 'street', one.shown, 'zip', one.zip)
    from sized one join sized other on other.key = one.key and one.id < other.id
   cross join lateral likeness(one.given, one.surname, other.given, other.surname) as alike
   where one.number <= ${sql.lit(crowded)} and alike >= 0.5
     and ('' in (one.given, one.surname, other.given, other.surname)
          or similarity(one.surname, other.surname) >= 0.5 or similarity(one.given, other.surname) >= 0.5)`.execute(db)

// --- the pairs -----------------------------------------------------------------------------------------------------

/** Adds further signs for and against the pairs found so far. */
const weigh: Step = async (db) => {
  await sql`create index on duplicate_hint (one_id, other_id)`.execute(db)
  await sql`analyze duplicate_hint`.execute(db)
  await sql`
    insert into duplicate_hint
    with pair as materialized (
      select one_id, other_id, bool_or(code in ('ADDRESS', 'BIRTHDATE', 'COMPANY')) as named,
             bool_or(code = 'ADDRESS') as placed
        from duplicate_hint group by one_id, other_id
    ), facts as (
      select pair.*, one.full_name as one_name, other.full_name as other_name,
             likeness(one.given, one.surname, other.given, other.surname) as alike,
             one.birthdate <> other.birthdate as other_birthdate, one.salutation <> other.salutation as other_salutation,
             one.uid <> '' and other.uid <> '' and one.uid <> other.uid as other_uid,
             one.legal_type <> other.legal_type as other_kind,
             exists (select from duplicate_place p where p.contact_id = one.id)
               and exists (select from duplicate_place p where p.contact_id = other.id) as both_placed,
             (select min(p.zip) from duplicate_place p join duplicate_place q on q.zip = p.zip
               where p.contact_id = one.id and q.contact_id = other.id) as zip
        from pair join duplicate_contact one on one.id = pair.one_id join duplicate_contact other on other.id = pair.other_id
    )
    select one_id, other_id, hint.code, hint.weight, hint."values"
      from facts cross join lateral (values
        ('NAME', 50, not named and alike >= 0.5, jsonb_build_object('one', one_name, 'other', other_name)),
        ('PLACE', 40, not placed and zip is not null, jsonb_build_object('zip', zip)),
        ('OTHER_NAME', -30, not named and alike < 0.3, jsonb_build_object('one', one_name, 'other', other_name)),
        ('OTHER_PLACE', -15, zip is null and both_placed, '{}'::jsonb),
        ('OTHER_BIRTHDATE', -40, other_birthdate, '{}'::jsonb),
        ('OTHER_SALUTATION', -20, other_salutation, '{}'::jsonb),
        ('OTHER_UID', -40, other_uid, '{}'::jsonb),
        ('OTHER_KIND', -15, other_kind, '{}'::jsonb)) as hint (code, weight, holds, "values")
     where hint.holds`.execute(db)
}

/**
 * Computes the score: positive signs combine like independent probabilities, negative ones are subtracted. Pairs that a
 * person has settled are left out.
 */
const score: Step = (db) =>
  sql`
  create temporary table duplicate_found on commit drop as
  with hint as (
    select distinct on (one_id, other_id, code) * from duplicate_hint order by one_id, other_id, code, weight desc
  ), pair as (
    select one_id, other_id,
           round(100 * (1 - exp(sum(ln(1 - greatest(weight, 0) / 100.0)))) + sum(least(weight, 0)))::int as score,
           jsonb_agg(jsonb_build_object('code', code, 'values', "values") order by weight desc, code) as reasons
      from hint group by one_id, other_id
  )
  select * from pair p
   where score >= ${sql.lit(least)}
     and not exists (select from contact_not_duplicate n where n.one_id = p.one_id and n.other_id = p.other_id)
     and not exists (select from contact_relation r where r.contact_id = p.one_id and r.other_id = p.other_id)
     and not exists (select from contact_relation r where r.contact_id = p.other_id and r.other_id = p.one_id)
     and not exists (select from contact_person c where c.contact_id = p.one_id and c.person_id = p.other_id)
     and not exists (select from contact_person c where c.contact_id = p.other_id and c.person_id = p.one_id)`.execute(
    db,
  )

/**
 * Writes the differences to the pairs stored before, except pairs with an erased contact or settled meanwhile. The
 * differences are computed before the lock, because users who settle duplicates wait for it.
 */
const keep: Step = async (db, runId) => {
  // A pair that was not found again has no score here.
  await sql`
    create temporary table duplicate_change on commit drop as
    select one_id, other_id, f.score, f.reasons
      from duplicate_found f full join contact_duplicate_pair p using (one_id, other_id)
     where (f.score, f.reasons) is distinct from (p.score, p.reasons)`.execute(db)
  await sql`create unique index on duplicate_change (one_id, other_id)`.execute(db)
  await sql`analyze duplicate_change`.execute(db)
  await lockPairs(db)
  await sql`set local app.duplicate_groups = 'by hand'`.execute(db)
  await sql`
    select from contact where id in (select one_id from duplicate_change union select other_id from duplicate_change)
     order by id for key share`.execute(db)
  await sql`
    delete from contact_duplicate_pair p using duplicate_change c
     where p.one_id = c.one_id and p.other_id = c.other_id and c.score is null`.execute(db)
  await sql`
    insert into contact_duplicate_pair (one_id, other_id, score, reasons, group_id, found_by)
    select f.one_id, f.other_id, f.score, f.reasons, f.one_id, ${runId} from duplicate_change f
     where f.score is not null
       and not exists (select from contact_not_duplicate n where n.one_id = f.one_id and n.other_id = f.other_id)
       and exists (select from contact c where c.id = f.one_id) and exists (select from contact c where c.id = f.other_id)
    on conflict (one_id, other_id) do update set score = excluded.score, reasons = excluded.reasons`.execute(db)
  // Regroups all pairs: an erased contact took its pairs along, and the group it held together may have split.
  await sql`select group_contact_duplicates(null)`.execute(db)
  await sql`
    update contact_duplicate_run set state = 'DONE', finished_at = now(), steps_done = steps_total,
           groups = (select count(distinct group_id) from contact_duplicate_pair),
           new_groups = (select count(distinct group_id) from contact_duplicate_pair where found_by = ${runId})
     where id = ${runId}`.execute(db)
  await sql`select list_duplicate_groups()`.execute(db)
}

const steps: readonly Step[] = [prepare, emails, phones, uids, birthdates, companies, addresses, weigh, score, keep]
