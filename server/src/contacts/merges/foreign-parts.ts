import { type Kysely, sql } from 'kysely'
import { referencesTo } from '../../db/references.ts'
import type { DB } from '../../db/schema.ts'
import { uuidV7 } from '../../db/uuid-v7.ts'
import { putBack, type Row } from './rows.ts'

type Db = Kysely<DB>

/**
 * After a merge is undone, replaces references from one of these contacts to a part of another, such as an order to an
 * address that was added meanwhile. A reference to an address gets a copy; one to an e-mail address or number is
 * cleared, because these belong to one contact only.
 */
export async function partForeign(db: Db, ids: readonly string[]): Promise<void> {
  const ofContacts = new Set((await referencesTo(db, 'contact')).filter(isOwner).map(({ table }) => table))
  for (const part of ['address', 'email_address', 'phone_number']) {
    for (const { table, column } of await referencesTo(db, part)) {
      if (table === part || !ofContacts.has(table)) continue
      const { rows } = await sql<{ contact: string; foreign: string }>`
        select distinct t.contact_id as contact, p.id as foreign
          from ${sql.table(table)} t join ${sql.table(part)} p on p.id = t.${sql.ref(column)}
         where t.contact_id = any (${ids}::uuid[]) and p.contact_id = any (${ids}::uuid[]) and p.contact_id <> t.contact_id`.execute(
        db,
      )
      for (const { contact, foreign } of rows) {
        const own = part === 'address' ? await ownAddress(db, foreign, contact) : null
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${own}
           where contact_id = ${contact} and ${sql.ref(column)} = ${foreign}`.execute(db)
      }
    }
  }
}

/** Returns the contact's own address with this content: the address it shares, an equal one, or a new copy. */
async function ownAddress(db: Db, id: string, contact: string): Promise<string> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(content) as row from address own
      join address content on content.id = coalesce(own.shared_address_id, own.id) where own.id = ${id}`.execute(db)
  const row = rows[0]?.row ?? {}
  if (row.contact_id === contact) return String(row.id)
  const same = sql.join(
    contents.map((name) => sql`${sql.ref(name)} is not distinct from ${row[name]}`),
    sql` and `,
  )
  const { rows: equal } = await sql<{ id: string }>`
    select id from address where contact_id = ${contact} and shared_address_id is null and ${same} order by id limit 1`.execute(
    db,
  )
  if (equal[0]) return equal[0].id
  const copy = uuidV7()
  await putBack(db, 'address', { ...row, id: copy, contact_id: contact, version: 1, shareable: false })
  return copy
}

const contents = ['alternative_gp', 'additional_address', 'street', 'zip_code', 'city', 'state', 'country']

const isOwner = ({ column }: { column: string }) => column === 'contact_id'
