import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

export interface Use {
  /** The table that names the rows. */
  readonly what: string
  readonly count: number
}

interface Reference {
  readonly table: string
  readonly column: string
  readonly versioned: boolean
}

/** Where rows of a table are named, and how often; parts that go with their row (on delete cascade) are no use of it. */
export async function usesOf(db: Kysely<DB>, table: keyof DB, ids: readonly string[]): Promise<Use[]> {
  const uses = new Map<string, number>()
  for (const reference of await references(db, table)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(reference.table)}
       where ${sql.ref(reference.column)} = any (${ids}::uuid[])`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) uses.set(reference.table, (uses.get(reference.table) ?? 0) + count)
  }
  return [...uses].map(([what, count]) => ({ what, count }))
}

/** Names another row wherever this one is named, and answers in how many places; their versions rise like with any edit. */
export async function replaceUses(db: Kysely<DB>, table: keyof DB, id: string, otherId: string): Promise<number> {
  let replaced = 0
  for (const { table: from, column, versioned } of await references(db, table)) {
    const version = versioned ? sql`, version = version + 1` : sql``
    const { rows } = await sql`
      update ${sql.table(from)} set ${sql.ref(column)} = ${otherId} ${version}
       where ${sql.ref(column)} = ${id} returning 1`.execute(db)
    replaced += rows.length
  }
  return replaced
}

/** The columns of other tables that point to a table, as the database knows them. */
async function references(db: Kysely<DB>, table: keyof DB): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select own.relname as table, a.attname as column,
           exists (select from pg_attribute v where v.attrelid = own.oid and v.attname = 'version') as versioned
      from pg_constraint k
      join pg_class own on own.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confdeltype in ('a', 'r') and k.confrelid = ${table}::regclass order by 1, 2`.execute(
    db,
  )
  return rows
}
