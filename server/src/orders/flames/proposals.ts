import { sql } from 'kysely'
import type { DossierChange } from '#contract/orders/dossiers'
import { seenBy } from '../../db/assigned.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { isOrder } from './flames.queries.ts'

/** Number of the latest flames that are searched; for a rare customer type all of them would be read. */
const lookedAt = 1000

/**
 * Returns the board for a new flame: the one of the latest flame of a customer of this type, else the caller's
 * favourite, else the first by name. Boards whose first step requires something come last, because a new flame is
 * empty.
 */
export async function boardFor(ctx: Ctx, contactRef: string): Promise<string | undefined> {
  const boards = sql`
    select b.id, b.title, cardinality(first.requires) > 0 as asks
      from blackboard b
      join lateral (
        select requires from blackboard_step where blackboard_id = b.id order by position limit 1) first on true
     where b.kind = 'FLAME' and ${seenBy('blackboard', sql`b.id`, ctx.actor)}`
  const { rows } = await sql<{ id: string }>`
    with boards as materialized (${boards}),
         used as (
           select latest.board as id
             from (select f.id, d.contact_id, s.blackboard_id as board
                     from flame f join dossier d on d.flame_id = f.id join blackboard_step s on s.id = f.step_id
                    where f.deleted_at is null and s.blackboard_id in (select id from boards where not asks)
                    order by f.id desc limit ${sql.lit(lookedAt)}) as latest
             join contact c on c.id = latest.contact_id
            where c.customer_type is not distinct from (select customer_type from contact where id = ${contactRef})
            order by latest.id desc limit 1)
    select b.id from boards b
     order by b.asks, b.id not in (select id from used),
              b.id::text is distinct from (
                select u.config ->> 'favoritBlackboard' from app_user u where u.id = ${actorId(ctx)}),
              fold(b.title), b.id
     limit 1`.execute(ctx.db)
  return rows[0]?.id
}

type Proposed = Required<
  Pick<
    DossierChange,
    | 'avisPhoneNumberRef'
    | 'avisEmailRef'
    | 'deliveryAddressRef'
    | 'billingAddressRef'
    | 'paymentConditionRef'
    | 'deliveryConditionRef'
    | 'forwardingAgencyRef'
    | 'currency'
  >
>

/**
 * Returns the fields of a new dossier. If the contact has several parts of a kind, the latest order decides, as long as
 * the contact still has its part.
 */
export async function proposedDossier(ctx: Ctx, contactRef: string): Promise<Proposed> {
  const address = (name: 'delivery_address_id' | 'billing_address_id') => sql`coalesce(
    (select min(a.id::text)::uuid from addresses a having count(*) = 1),
    (select a.id from addresses a join latest on latest.${sql.ref(name)} = a.id))`
  const { rows } = await sql<Proposed>`
    with addresses as (select id from address where contact_id = ${contactRef}),
         phones as (select id, type from phone_number where contact_id = ${contactRef} and type <> 'FAX'),
         mails as (select id, favorite from email_address where contact_id = ${contactRef}),
         latest as (
           select d.* from dossier d
            where d.contact_id = ${contactRef} and ${isOrder(sql`d`)}
            order by d.flame_id desc limit 1)
    select ${address('delivery_address_id')} as "deliveryAddressRef",
           ${address('billing_address_id')} as "billingAddressRef",
           coalesce(
             (select min(p.id::text)::uuid from phones p having count(*) = 1),
             (select p.id from phones p join latest on latest.avis_phone_number_id = p.id),
             (select min(p.id::text)::uuid from phones p where p.type = 'MOBILE' having count(*) = 1))
             as "avisPhoneNumberRef",
           coalesce(
             (select min(m.id::text)::uuid from mails m having count(*) = 1),
             (select m.id from mails m join latest on latest.avis_email_id = m.id),
             (select min(m.id::text)::uuid from mails m where m.favorite having count(*) = 1)) as "avisEmailRef",
           (select payment_condition_id from latest) as "paymentConditionRef",
           (select delivery_condition_id from latest) as "deliveryConditionRef",
           (select forwarding_agency_id from latest) as "forwardingAgencyRef",
           coalesce((select currency from latest), 'CHF') as currency`.execute(ctx.db)
  return rows[0] as Proposed
}
