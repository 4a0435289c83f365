import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Tables of cards that name contacts, with the saved states that editors start from. */
const kept = [
  {
    card: 'flame',
    states: 'flame_saved',
    key: 'flame_id',
    names: sql`dossier`,
    columns: ['contact_id', 'reseller_id'],
  },
  { card: 'project', states: 'project_saved', key: 'project_id', names: sql`project_contact`, columns: ['contact_id'] },
] as const

/**
 * After a merge is undone, raises the version of the cards that name one of the contacts and were saved since the merge.
 * Their saved states name the contacts as they were then, so an edit of the parted card would be compared with the wrong
 * contact. The new version gets an empty state (JSON null), with which an edit starts from the card itself; an edit that
 * began before still starts from the state of its version.
 */
export async function renewCards(db: Kysely<DB>, ids: readonly string[], since: string): Promise<void> {
  for (const { card, states, key, names, columns } of kept) {
    const isNamed = columns.map((column) => sql`named.${sql.ref(column)} = any (${ids}::uuid[])`)
    await sql`
      with renewed as (
        update ${sql.table(card)} as one set version = version + 1
         where exists (select from ${names} named where named.${sql.ref(key)} = one.id and (${sql.join(isNamed, sql` or `)}))
           and exists (select from ${sql.table(states)} saved where saved.${sql.ref(key)} = one.id and saved.saved_at >= ${since})
        returning id, version)
      insert into ${sql.table(states)} (${sql.ref(key)}, version, state) select id, version, 'null' from renewed`.execute(
      db,
    )
  }
}
