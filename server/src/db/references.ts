import { type Kysely, type RawBuilder, sql } from 'kysely'
import { queryByKey } from './db.ts'
import type { DB } from './schema.ts'

export interface Use {
  /** Table of the rows that refer. */
  readonly what: string
  readonly count: number
}

export interface Reference {
  readonly table: string
  readonly column: string
  /** Referenced column. */
  readonly target: string
  readonly versioned: boolean
  /** Effect of deleting the referenced row: it fails, deletes the referring row too, or empties the column. */
  readonly onRemove: 'fail' | 'cascade' | 'empty'
  readonly nullable: boolean
}

export interface KeyedReference extends Reference {
  /** Primary key columns of the referring table. */
  readonly key: readonly string[]
}

/**
 * Returns which tables refer to rows, and how often. Rows that are deleted together with theirs (on delete cascade) do
 * not count. `onRemove` selects the references by what deleting would do.
 */
export async function usesOf(
  db: Kysely<DB>,
  table: keyof DB,
  ids: readonly string[],
  onRemove: 'fail' | 'empty' = 'fail',
): Promise<Use[]> {
  const uses = new Map<string, number>()
  for (const reference of await referencesTo(db, table)) {
    if (reference.onRemove !== onRemove) continue
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(reference.table)}
       where ${sql.ref(reference.column)} = any (${ids}::uuid[])`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) uses.set(reference.table, (uses.get(reference.table) ?? 0) + count)
  }
  return [...uses].map(([what, count]) => ({ what, count }))
}

/** Replaces an id in all rows that refer to it and returns their number; their versions rise as with any edit. */
export async function replaceUses(db: Kysely<DB>, table: keyof DB, id: string, otherId: string): Promise<number> {
  let replaced = 0
  for (const { table: from, column, versioned } of await blockingReferences(db, table)) {
    const version = versioned ? sql`, version = version + 1` : sql``
    const { rows } = await sql`
      update ${sql.table(from)} set ${sql.ref(column)} = ${otherId} ${version}
       where ${sql.ref(column)} = ${id} returning 1`.execute(db)
    replaced += rows.length
  }
  return replaced
}

async function blockingReferences(db: Kysely<DB>, table: keyof DB): Promise<Reference[]> {
  return (await referencesTo(db, table)).filter(({ onRemove }) => onRemove === 'fail')
}

/** Returns the columns that refer to a table, read from the catalogue, so that those of new slices are found. */
export async function referencesTo(db: Kysely<DB>, table: keyof DB | (string & {})): Promise<KeyedReference[]> {
  return (await db.executeQuery(toTable(db, table))).rows
}
const toTable = queryByKey<KeyedReference>((table) =>
  references(sql`k.confrelid = ${table}::regclass`, sql`, ${key} as key`),
)

export type References = (table: string) => readonly Reference[]

/** Returns the references to every table, without primary keys, for callers that follow them from table to table. */
export async function allReferences(db: Kysely<DB>): Promise<References> {
  const { rows } = await references<Reference & { to: string }>(sql`k.connamespace = 'public'::regnamespace`).execute(
    db,
  )
  const byTarget = Map.groupBy(rows, ({ to }) => to)
  return (table) => byTarget.get(table) ?? []
}

/** Finding the primary key takes longer than all the rest. */
const key = sql`
           array(select p.attname::text from pg_index i
                   join pg_attribute p on p.attrelid = own.oid and p.attnum = any (i.indkey)
                  where i.indrelid = own.oid and i.indisprimary order by p.attnum)`

const references = <Row>(which: RawBuilder<unknown>, more = sql``) => sql<Row>`
    select k.confrelid::regclass::text as to, own.relname as table, a.attname as column, target.attname as target,
           exists (select from pg_attribute v where v.attrelid = own.oid and v.attname = 'version') as versioned,
           case k.confdeltype when 'c' then 'cascade' when 'n' then 'empty' when 'd' then 'empty' else 'fail' end as "onRemove",
           not a.attnotnull as nullable${more}
      from pg_constraint k
      join pg_class own on own.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute target on target.attrelid = k.confrelid and target.attnum = k.confkey[1]
     where k.contype = 'f' and ${which} and own.relkind in ('r', 'p')
     order by 2, 3`
