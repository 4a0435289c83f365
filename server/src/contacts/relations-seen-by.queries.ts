import { type RawBuilder, sql } from 'kysely'
import { type ContactRelation, mirrorOf } from '#contract/contacts/relations'

const mirrors = sql.lit(
  JSON.stringify(Object.fromEntries(Object.entries(mirrorOf).map(([type, mirror]) => [type, mirror ?? type]))),
)

/** The relations of a contact, or the one of them with this id, as seen from it; none to contacts in the bin. */
export function relationsSeenBy(contactId: RawBuilder<unknown>, id?: string): RawBuilder<ContactRelation> {
  const one = id ? sql`${id}::uuid` : sql`null`
  return sql<ContactRelation>`select * from contact_relations(${contactId}, ${mirrors}::jsonb, ${one})`
}
