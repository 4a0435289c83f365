import { type RawBuilder, sql } from 'kysely'
import { type ContactRelation, mirrorOf } from '#contract/contacts/relations'

const mirrors = sql`(values ${sql.join(
  Object.entries(mirrorOf).map(([type, mirror]) => sql`(${sql.lit(type)}, ${sql.lit(mirror ?? type)})`),
)}) as mirror (type, seen)`

/** The relations of a contact, or the one of them with this id, as seen from it; none to contacts in the bin. */
export function relationsSeenBy(contactId: RawBuilder<unknown>, id?: string): RawBuilder<ContactRelation> {
  const one = id ? sql`and r.id = ${id}` : sql``
  return sql<ContactRelation>`
    select seen.id, seen.version, seen.other_id as "contactRef", seen.type, seen.given, seen.active,
           o.full_name as "fullName", o.legal_type as "legalType", k.card::json ->> 'city' as city,
           iso(seen.created_at) as "createdAtUtc"
      from (select r.id, r.version, r.other_id, r.type, false as given, r.active, r.created_at
              from contact_relation r where r.contact_id = ${contactId} ${one}
            union all
            select r.id, r.version, r.contact_id, mirror.seen, r.type = 'DONOR', r.active, r.created_at
              from contact_relation r join ${mirrors} on mirror.type = r.type where r.other_id = ${contactId} ${one}
           ) as seen
      join contact o on o.id = seen.other_id join contact_search s on s.contact_id = o.id join contact_listed k on k.contact_id = o.id
     order by seen.active desc, seen.type, s.sort_key, seen.id`
}
