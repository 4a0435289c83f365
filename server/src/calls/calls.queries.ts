import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PhoneCall } from '#contract/calls/calls'
import type { DB } from '../db/schema.ts'
import { isOwn } from './candidates.ts'

/** The contact that the number of a call belongs to at present: it may have been added to one after the call. */
const ownerSince = sql`(
  select p.contact_id from phone_number p join contact owner on owner.id = p.contact_id and owner.deleted_at is null
   where not c.internal and ${isOwn} and p.number = case c.direction when 'IN' then c.from_number else c.to_number end
   limit 1)`

/** Returns calls as lists show them, the latest first. */
export async function selectCalls(db: Kysely<DB>, which: RawBuilder<unknown>, limit: number): Promise<PhoneCall[]> {
  const { rows } = await sql<PhoneCall>`
    select c.id, c.provider, c.direction, c.state, case c.direction when 'IN' then c.from_number else c.to_number end as number,
           c.internal, iso(c.started_at) as "startedUtc", iso(c.answered_at) as "answeredUtc", iso(c.ended_at) as "endedUtc",
           (select username from app_user u where u.id = c.answered_by_id) as "answeredBy",
           coalesce((select json_agg(u.username order by fold(u.username)) from phone_call_person p
                       join app_user u on u.id = p.user_id where p.call_id = c.id), '[]') as reached,
           contact.id as "contactRef", contact.full_name as "contactName",
           (select e.id from encounter e where e.id = c.encounter_id and e.deleted_at is null) as "encounterRef"
      from (select * from phone_call c where ${which} order by c.created_at desc, c.id desc limit ${limit}) as c
      left join lateral (
        select id, full_name from contact
         where deleted_at is null and id = coalesce(c.contact_id, ${ownerSince}) limit 1) as contact on true
     order by c.created_at desc, c.id desc`.execute(db)
  return rows
}

/** Condition on a call `c`: it rang at the user, or the user answered it. */
export const reached = (userId: string): RawBuilder<boolean> =>
  sql`exists (select from phone_call_person p where p.call_id = c.id and p.user_id = ${userId})`
