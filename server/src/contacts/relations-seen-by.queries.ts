import { type RawBuilder, sql } from 'kysely'
import { type ContactRelation, mirrorOf } from '#contract/contacts/relations'

const mirrors = sql.lit(
  JSON.stringify(Object.fromEntries(Object.entries(mirrorOf).map(([type, mirror]) => [type, mirror ?? type]))),
)

/** Returns the relations of a contact as seen from it, or only one by its id; none to contacts in the bin. */
export function relationsSeenBy(contactId: RawBuilder<unknown>, id?: string): RawBuilder<ContactRelation> {
  const one = id ? sql`${id}::uuid` : sql`null`
  return sql<ContactRelation>`select * from contact_relations(${contactId}, ${mirrors}::jsonb, ${one})`
}
