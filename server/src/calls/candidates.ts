import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Candidate } from '#contract/calls/calls'
import { notationsOfPhone } from '../contacts/contacts.ts'
import type { DB } from '../db/schema.ts'

/** Whether a number is long enough to belong to one contact: hidden numbers and extensions are not. */
const isOfSomebody = (number: string) => number.replace(/\D/g, '').length >= 6

/** Condition on a number `p`, as in its index: a contact's own, not shared from another one, and not in the bin. */
export const isOwn = sql`p.shared_phone_id is null and not p.binned`

/** Returns the id of the contact that owns a number, or null. */
export async function contactOf(db: Kysely<DB>, number: string): Promise<string | null> {
  if (!isOfSomebody(number)) return null
  const row = await db
    .selectFrom('phone_number as p')
    .innerJoin('contact as c', 'c.id', 'p.contact_id')
    .select('c.id')
    .where('p.number', '=', number)
    .where(sql<boolean>`${isOwn}`)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

const most = 10
/** Number of last digits that are taken as an extension of a company. */
const extensionDigits = 2

/** Returns contacts that may be at the other end of a call, the most certain first. */
export async function selectCandidates(db: Kysely<DB>, number: string, mayReadMail: boolean): Promise<Candidate[]> {
  if (!isOfSomebody(number)) return []
  const signature = mayReadMail ? sql`union all ${inSignatures(number)}` : sql``
  const { rows } = await sql<Candidate>`
    with exact as (
      select p.id, p.contact_id from phone_number p where p.number = ${number} and ${isOwn}
    ), shared as (
      select p.contact_id from phone_number p where p.shared_phone_id in (select id from exact)
    ), home as (
      select a.contact_id from address a
       where a.shared_address_id in (select id from address where contact_id in (select contact_id from exact))
      union
      select own.contact_id from address own
       where own.id in (select shared_address_id from address where contact_id in (select contact_id from exact))
      union
      select other.contact_id from address own join address other on other.zip_code = own.zip_code
       where own.contact_id in (select contact_id from exact) and own.zip_code <> '' and own.street <> ''
         and fold(other.street) = fold(own.street) and fold(other.city) = fold(own.city)
         and own.address_type = 'HOME' and other.address_type = 'HOME'
    ), found (contact_id, rank, reason) as (
      select contact_id, 1, 'EXACT' from exact
      union all select contact_id, 2, 'SHARED' from shared
      union all select contact_id, 3, 'HOUSEHOLD' from home
      union all select * from (${withStem(number)}) as stem
      ${signature}
    ), best as (
      select distinct on (contact_id) contact_id, rank, reason from found order by contact_id, rank
    )
    select c.id as "contactRef", c.full_name as name, best.reason,
           coalesce((select a.city from address a where a.contact_id = c.id and a.city <> '' order by a.id limit 1), '') as city
      from best join contact c on c.id = best.contact_id and c.deleted_at is null
     order by best.rank, fold(c.full_name), c.id limit ${most}`.execute(db)
  return rows
}

/** Query of numbers that differ in the last digits alone: other landlines of the same company. */
function withStem(number: string): RawBuilder<unknown> {
  const stem = number.slice(0, -extensionDigits)
  return sql`
    select p.contact_id, 4, 'COMPANY' from phone_number p
     where p.number >= ${stem} and p.number < ${`${stem}:`} and length(p.number) between ${number.length - 1} and ${number.length + 1}
       and p.number <> ${number} and ${isOwn} and p.type <> 'MOBILE' and ${number.length > 9} limit 20`
}

/** Query of contacts in whose e-mails the number stands in one of the usual notations. */
function inSignatures(number: string): RawBuilder<unknown> {
  const written = notationsOfPhone(number)
  return sql`
    select m.contact_id, 5, 'SIGNATURE' from email m
     where m.contact_id is not null and m.deleted_at is null
       and (${sql.join(
         written.map((one) => sql`m.search like ${`%${one}%`}`),
         sql` or `,
       )}) limit 20`
}
