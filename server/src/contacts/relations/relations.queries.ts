import { type Kysely, sql } from 'kysely'
import type { ContactRelation, RelationGraph } from '#contract/contacts/relations'
import type { DB } from '../../db/schema.ts'
import { relationsSeenBy } from '../contacts.ts'

/** Returns the relations of a contact as seen from it, or only one by its id; none to contacts in the bin. */
export async function selectRelations(db: Kysely<DB>, contactId: string, id?: string): Promise<ContactRelation[]> {
  return (await relationsSeenBy(sql`${contactId}::uuid`, id).execute(db)).rows
}

export type Edge = RelationGraph['edges'][number]

/** Returns the stored relations that involve one of these contacts, except those with contacts in the bin. */
export async function selectEdges(db: Kysely<DB>, ids: readonly string[], limit: number): Promise<Edge[]> {
  const { rows } = await sql<Edge>`
    select r.contact_id as "contactRef", r.other_id as "otherRef", r.type, r.active
      from contact_relation r
     where (r.contact_id = any (${ids}::uuid[]) or r.other_id = any (${ids}::uuid[]))
       and exists (select from contact_search s where s.contact_id = r.contact_id)
       and exists (select from contact_search s where s.contact_id = r.other_id)
     order by r.active desc, r.id limit ${limit}`.execute(db)
  return rows
}

export async function selectNames(db: Kysely<DB>, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; fullName: string; legalType: 'NATURAL' | 'LEGAL' }>`
    select id, full_name as "fullName", legal_type as "legalType" from contact where id = any (${ids}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
