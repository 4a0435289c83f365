import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Reference, References } from '../../db/references.ts'
import type { DB } from '../../db/schema.ts'

type Db = Kysely<DB>

/** Rows of a table that belong to a contact. */
export interface RecordTable {
  readonly table: string
  readonly rows: RawBuilder<unknown>
  /** Rows that belong to the contact too but are hidden from the reader. */
  readonly hidden?: RawBuilder<unknown>
  /** Table whose rows these are part of, and the referencing column. */
  readonly parent?: { readonly table: string; readonly column: string }
}

/** Tables derived from contacts, without data of their own. */
export const derived = ['contact_search', 'contact_duplicate_pair', 'contact_not_duplicate']

/** Whether a reference can be set to null because it only mentions the contact, such as the reseller of an order. */
export const isMention = ({ column, onRemove, nullable }: Reference): boolean =>
  column !== 'contact_id' && onRemove !== 'cascade' && nullable

/**
 * Returns the tables that hold data of a contact, found by the foreign keys of the database, so that a new slice is
 * included automatically: tables that reference the contact, and tables whose rows are deleted with those. `visible`
 * narrows them to what a reader may see.
 */
export function recordTables(
  pointingTo: References,
  contactId: string,
  visible?: (table: string) => RawBuilder<boolean>,
): RecordTable[] {
  const found: RecordTable[] = []
  const seen = new Set<string>(derived)
  for (const reference of pointingTo('contact')) {
    const { table, column } = reference
    if (derived.includes(table) || isMention(reference)) continue
    found.push({ table, rows: sql`t.${sql.ref(column)} = ${contactId}` })
    seen.add(table)
  }
  const whole = merged([...found, ...partsAmong(found, pointingTo)])
  const all = visible ? whole.map((one) => narrow(one, visible(one.table))) : whole
  for (const parent of all) {
    for (const { table, column, target, onRemove } of pointingTo(parent.table)) {
      if (onRemove !== 'cascade' || seen.has(table)) continue
      seen.add(table)
      all.push({ table, rows: partsOf(parent, column, target), parent: { table: parent.table, column } })
    }
  }
  return all
}

/** Returns rows that are deleted with a row of another of these tables, such as comments on an e-mail. */
function partsAmong(found: readonly RecordTable[], pointingTo: References): RecordTable[] {
  const parts: RecordTable[] = []
  for (const parent of found) {
    for (const { table, column, target, onRemove } of pointingTo(parent.table)) {
      const other = table !== parent.table && found.some((one) => one.table === table)
      if (other && onRemove === 'cascade') parts.push({ table, rows: partsOf(parent, column, target) })
    }
  }
  return parts
}

export const narrow = (one: RecordTable, visible: RawBuilder<boolean>): RecordTable => ({
  ...one,
  rows: sql`(${one.rows}) and ${visible}`,
  hidden: sql`(${one.rows}) and not ${visible}`,
})

const partsOf = ({ table, rows }: RecordTable, column: string, target: string) =>
  sql`t.${sql.ref(column)} in (select t.${sql.ref(target)} from ${sql.table(table)} t where ${rows})`

/** Combines several references from the same table to the contact into one entry. */
function merged(found: readonly RecordTable[]): RecordTable[] {
  const byName = new Map<string, RecordTable>()
  for (const one of found) {
    const before = byName.get(one.table)
    byName.set(one.table, before ? { ...before, rows: sql`(${before.rows} or ${one.rows})` } : one)
  }
  return [...byName.values()]
}

export interface RecordFile {
  readonly table: string
  readonly rowId: string
  readonly hash: string
  readonly name: string
}

/** Returns the stored files that rows of a contact reference, with the name of the row or of its parent. */
export async function recordFiles(
  db: Db,
  pointingTo: References,
  tables: readonly RecordTable[],
): Promise<RecordFile[]> {
  const columns = pointingTo('stored_file')
  const parts = tables.flatMap(({ table, rows, parent }) =>
    columns
      .filter((reference) => reference.table === table)
      .map(({ column }) => {
        const up = parent
          ? sql`(select to_jsonb(p) ->> 'name' from ${sql.table(parent.table)} p where p.id = t.${sql.ref(parent.column)})`
          : sql`null`
        return sql`
          (select ${table}::text as table, to_jsonb(t) ->> 'id' as "rowId", t.${sql.ref(column)} as hash,
                  coalesce(to_jsonb(t) ->> 'name', ${up}, ${column}::text) as name
             from ${sql.table(table)} t where ${rows} and t.${sql.ref(column)} is not null order by 2)`
      }),
  )
  if (parts.length === 0) return []
  return (await sql<RecordFile>`${sql.join(parts, sql` union all `)}`.execute(db)).rows
}
