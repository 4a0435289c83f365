import { type Kysely, sql } from 'kysely'
import { type ContactRelation, mirrorOf, type RelationGraph } from '#contract/contact-relations'
import type { DB } from '../db/schema.ts'

const mirrors = sql`(values ${sql.join(
  Object.entries(mirrorOf).map(([type, mirror]) => sql`(${sql.lit(type)}, ${sql.lit(mirror ?? type)})`),
)}) as mirror (type, seen)`

/** The relations of a contact, or the one of them with this id, as seen from it; none to contacts in the bin. */
export async function selectRelations(db: Kysely<DB>, contactId: string, id?: string): Promise<ContactRelation[]> {
  const one = id ? sql`and r.id = ${id}` : sql``
  const { rows } = await sql<ContactRelation>`
    with seen as (
      select r.id, r.version, r.other_id, r.type, false as given, r.active, r.created_at
        from contact_relation r where r.contact_id = ${contactId} ${one}
      union all
      select r.id, r.version, r.contact_id, mirror.seen, r.type = 'DONOR', r.active, r.created_at
        from contact_relation r join ${mirrors} on mirror.type = r.type where r.other_id = ${contactId} ${one}
    )
    select seen.id, seen.version, seen.other_id as "contactRef", seen.type, seen.given, seen.active,
           o.full_name as "fullName", o.legal_type as "legalType", s.card::json ->> 'city' as city,
           iso(seen.created_at) as "createdAtUtc"
      from seen join contact o on o.id = seen.other_id join contact_search s on s.contact_id = o.id
     order by seen.active desc, seen.type, s.sort_key, seen.id`.execute(db)
  return rows
}

export type Edge = RelationGraph['edges'][number]

/** The relations that one of these contacts is part of, as they are kept; none to contacts in the bin. */
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
