import { type Kysely, sql } from 'kysely'
import { type Absence, type Away, standInFields, standInKinds } from '#contract/work/absences'
import { columnOf } from '../../db/rows.ts'
import type { DB } from '../../db/schema.ts'

const kinds = sql`unnest(${sql.val([...standInKinds])}::text[])`

const named = sql.raw(standInFields.map((field) => `a.${columnOf(field)} as "${field}"`).join(', '))

interface Which {
  readonly id?: string | undefined
  readonly personRef?: string | undefined
}

/** Returns absences, the latest first. For past absences the stand-ins are not looked up. */
export async function selectAbsences(db: Kysely<DB>, now: Date, { id, personRef }: Which): Promise<Absence[]> {
  const { rows } = await sql<Absence>`
    select a.id, a.version, a.person_id as "personRef", iso(a.from_at) as "from", iso(a.until_at) as until, ${named},
           a.subject, a.text, found."standIns", found.unattended
      from absence a cross join lateral (
        select json_object_agg(kind, stand_in) as "standIns",
               coalesce(json_agg(kind) filter (
                 where stand_in is null and a.until_at > ${now} and cardinality(named_stand_ins(a, kind)) > 0), '[]') as unattended
          from (select kind, case when a.until_at > ${now}
                                  then find_stand_in(a.person_id, kind, greatest(a.from_at, ${now})) end as stand_in
                  from ${kinds} kind) as one) as found
     where ${id ? sql`a.id = ${id}` : sql`true`} and ${personRef ? sql`a.person_id = ${personRef}` : sql`true`}
     order by a.from_at desc, a.id limit 1000`.execute(db)
  return rows
}

export async function selectAway(db: Kysely<DB>, from: Date, until: Date): Promise<Away[]> {
  const { rows } = await sql<Away>`
    select a.person_id as "personRef", iso(a.from_at) as "from", iso(a.until_at) as until,
           (select json_object_agg(kind, find_stand_in(a.person_id, kind, greatest(a.from_at, ${from}))) from ${kinds} kind) as "standIns"
      from absence a where a.from_at < ${until} and ${from} < a.until_at order by a.person_id, a.from_at`.execute(db)
  return rows
}

/** Returns another absence of the same person at the same time. */
export async function selectOverlap(db: Kysely<DB>, id: string) {
  const { rows } = await sql<{ from: string; until: string }>`
    select iso(other.from_at) as "from", iso(other.until_at) as until
      from absence a join absence other on other.person_id = a.person_id and other.id <> a.id
       and other.from_at < a.until_at and a.from_at < other.until_at
     where a.id = ${id} order by other.from_at limit 1`.execute(db)
  return rows[0]
}

/** Returns the names of users who would stand in for each other in a circle while all of them are away. */
export async function selectCircle(db: Kysely<DB>, id: string) {
  const { rows } = await sql<{ first: string; names: string[] }>`
    with recursive chain as (
      select kind, a.person_id as whose, next as first, next, tstzrange(a.from_at, a.until_at) as period, array[a.person_id] as passed
        from absence a, ${kinds} kind, unnest(named_stand_ins(a, kind)) next where a.id = ${id}
      union all
      select c.kind, c.whose, c.first, after.next, c.period * tstzrange(a.from_at, a.until_at), c.passed || c.next
        from chain c
        join absence a on a.person_id = c.next and tstzrange(a.from_at, a.until_at) && c.period
       cross join unnest(named_stand_ins(a, c.kind)) as after (next)
       where c.next <> all (c.passed))
    select c.first, (select array_agg(u.username order by place)
                       from unnest(c.passed || c.next) with ordinality as one (id, place) join app_user u on u.id = one.id) as names
      from chain c where c.next = c.whose limit 1`.execute(db)
  return rows[0]
}
