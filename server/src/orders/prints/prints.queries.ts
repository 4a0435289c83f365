import { type Kysely, sql } from 'kysely'
import type { Address } from '#contract/contacts/parts'
import type { Language } from '#contract/limits'
import type { Dossier } from '#contract/orders/dossiers'
import { addressColumns } from '../../contacts/contacts.ts'
import { jsonPairs } from '../../db/rows.ts'
import type { DB } from '../../db/schema.ts'

export type PrintedAddress = Omit<Address, 'id' | 'version' | 'contactRef' | 'sharedByContactPersonRef'>

/** Titles and values behind the ids of a dossier. */
export interface Named {
  readonly board: string
  readonly step: string
  readonly assignee: string | null
  readonly paymentCondition: string | null
  readonly deliveryCondition: string | null
  readonly forwardingAgency: string | null
  readonly avisPhone: string | null
  readonly avisEmail: string | null
  readonly deliveryAddress: PrintedAddress | null
  readonly billingAddress: PrintedAddress | null
  /** Titles of warehouses by their ids. */
  readonly warehouses: Readonly<Record<string, string>>
}

const address = (ref: string) => sql`(
  select json_build_object(${jsonPairs('content', addressColumns)})
    from address own join address content on content.id = coalesce(own.shared_address_id, own.id)
   where own.id = d.${sql.ref(ref)})`

/** Returns the title in the language of the dossier, or the German one if it is not translated. */
const condition = (table: string, language: Language) => {
  const title =
    language === 'DE'
      ? sql`k.title`
      : sql`coalesce(nullif(k.${sql.ref(`title_${language.toLowerCase()}`)}, ''), k.title)`
  return sql`(select ${title} from ${sql.table(table)} k where k.id = d.${sql.ref(`${table}_id`)})`
}

export async function selectNamed(db: Kysely<DB>, { taskId, language }: Dossier): Promise<Named> {
  const { rows } = await sql<Named>`
    select b.title as board, s.title as step, (select username from app_user where id = f.assignee_id) as assignee,
           ${condition('payment_condition', language)} as "paymentCondition",
           ${condition('delivery_condition', language)} as "deliveryCondition",
           (select title from forwarding_agency where id = d.forwarding_agency_id) as "forwardingAgency",
           (select content.number from phone_number own
              join phone_number content on content.id = coalesce(own.shared_phone_id, own.id)
             where own.id = d.avis_phone_number_id) as "avisPhone",
           (select content.address from email_address own
              join email_address content on content.id = coalesce(own.shared_email_id, own.id)
             where own.id = d.avis_email_id) as "avisEmail",
           ${address('delivery_address_id')} as "deliveryAddress",
           ${address('billing_address_id')} as "billingAddress",
           (select coalesce(json_object_agg(id, title), '{}') from warehouse
             where id in (select warehouse_id from dossier_article where flame_id = f.id)) as warehouses
      from flame f join dossier d on d.flame_id = f.id join blackboard_step s on s.id = f.step_id
      join blackboard b on b.id = s.blackboard_id
     where f.id = ${taskId}`.execute(db)
  const [named] = rows
  if (!named) throw new Error(`flame ${taskId} went while it was printed`)
  return named
}
