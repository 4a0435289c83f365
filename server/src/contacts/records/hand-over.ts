import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { addressColumns } from '../contacts.ts'

type Db = Kysely<DB>

/** Columns that the sharer takes over from the owner's row. */
const shared = {
  address: { column: 'shared_address_id', content: Object.values(addressColumns.names) },
  email_address: { column: 'shared_email_id', content: ['address', 'undeliverable'] },
  phone_number: { column: 'shared_phone_id', content: ['type', 'number', 'national'] },
} as const

/** Returns how many rows of a contact others share. */
export async function countShared(db: Db, contactId: string): Promise<number> {
  let total = 0
  for (const [table, { column }] of Object.entries(shared)) {
    const { rows } = await sql<{ count: number }>`
      select count(distinct o.id)::int as count
        from ${sql.table(table)} o join ${sql.table(table)} s on s.${sql.ref(column)} = o.id
       where o.contact_id = ${contactId}`.execute(db)
    total += rows[0]?.count ?? 0
  }
  return total
}

/** Hands the shared rows of a contact that is erased over to the first sharer, who becomes the owner. */
export async function handOverShared(db: Db, contactId: string): Promise<void> {
  for (const [table, { column, content }] of Object.entries(shared)) {
    const link = sql.ref(column)
    // Waits for transactions that are about to share one of the rows.
    await sql`select from ${sql.table(table)} where contact_id = ${contactId} order by id for update`.execute(db)
    const { rows } = await sql<{ owner: string; heir: string }>`
      select distinct on (o.id) o.id as owner, s.id as heir
        from ${sql.table(table)} o join ${sql.table(table)} s on s.${link} = o.id
       where o.contact_id = ${contactId} order by o.id, s.id`.execute(db)
    for (const { owner, heir } of rows) {
      // An address or number has one owner, so the old one is marked as in the bin first.
      if (table !== 'address') await sql`update ${sql.table(table)} set binned = true where id = ${owner}`.execute(db)
      const columns = sql.join(content.map((name) => sql`${sql.ref(name)} = o.${sql.ref(name)}`))
      await sql`
        update ${sql.table(table)} s set ${columns}, ${link} = null, version = s.version + 1
          from ${sql.table(table)} o where o.id = ${owner} and s.id = ${heir}`.execute(db)
      await sql`update ${sql.table(table)} set ${link} = ${heir}, version = version + 1 where ${link} = ${owner}`.execute(
        db,
      )
    }
  }
}
