import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** What editors start from, of cards that name contacts. */
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
 * A card that was saved while contacts were one was kept with what it named then. Once they are parted it has a version of
 * its own, of which nothing is kept: who opens it starts from what it names by now, and who had it open from what it named.
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
