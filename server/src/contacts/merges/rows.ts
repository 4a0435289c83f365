import { type Kysely, sql } from 'kysely'
import { isConstraintError } from '../../db/error-code.ts'
import type { DB } from '../../db/schema.ts'

type Db = Kysely<DB>
export type Row = Record<string, unknown>

/** Record of what was done to rows, so that it can be undone. */
export interface Trail {
  /** Updated rows of a table by their keys, with the columns before and after. */
  readonly changed: Changed[]
  /** Deleted rows with all columns, in the order of deletion. */
  readonly dropped: Dropped[]
  /** Rows whose reference to a deleted row was replaced; older snapshots have none. */
  readonly repointed?: Changed[]
}
export interface Changed {
  readonly table: string
  /** Columns of the key after the change. */
  readonly keys: Row[]
  readonly before: Row
  readonly after: Row
}
interface Dropped {
  readonly table: string
  readonly row: Row
}

/** Runs a change in a savepoint. Returns false, with nothing changed, if a constraint forbids it. */
export async function attempt(db: Db, change: () => Promise<unknown>): Promise<boolean> {
  await sql`savepoint attempt`.execute(db)
  try {
    await change()
    await sql`release savepoint attempt`.execute(db)
    return true
  } catch (error) {
    if (!isConstraintError(error)) throw error
    await sql`rollback to savepoint attempt`.execute(db)
    await sql`release savepoint attempt`.execute(db)
    return false
  }
}

const equals = (columns: Row) =>
  sql.join(
    Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} is not distinct from ${value}`),
    sql` and `,
  )
const sets = (columns: Row) =>
  sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

/** Returns the keys of the rows with these values. */
export async function keysOf(db: Db, table: string, key: readonly string[], where: Row): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${sql.join(key.map((name) => sql.ref(name)))} from ${sql.table(table)} where ${equals(where)}`.execute(db)
  return rows
}

/** Updates all rows that have the values of `before`, and returns their keys afterwards. */
export async function changeAll(
  db: Db,
  table: string,
  key: readonly string[],
  before: Row,
  after: Row,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    update ${sql.table(table)} set ${sets(after)} where ${equals(before)}
    returning ${sql.join(key.map((name) => sql.ref(name)))}`.execute(db)
  return rows
}

export async function changeOne(db: Db, table: string, key: Row, after: Row): Promise<void> {
  await sql`update ${sql.table(table)} set ${sets(after)} where ${equals(key)}`.execute(db)
}

/** Deletes rows and records them in the trail. */
export async function drop(db: Db, trail: Trail, table: string, where: Row): Promise<void> {
  const { rows } = await sql<{ row: Row }>`
    delete from ${sql.table(table)} t where ${equals(where)} returning to_jsonb(t) as row`.execute(db)
  for (const { row } of rows) trail.dropped.push({ table, row })
}

/** Inserts a row as it was, except for generated columns. */
export async function putBack(db: Db, table: string, row: Row): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`.execute(db)
}

/** Returns the columns of a row whose referenced row is gone, set to null. */
export async function goneReferences(db: Db, table: string, row: Row): Promise<Row> {
  const { rows } = await sql<{ column: string; target: string; key: string }>`
    select own.attname as column, k.confrelid::regclass::text as target, other.attname as key
      from pg_constraint k
      join pg_attribute own on own.attrelid = k.conrelid and own.attnum = k.conkey[1] and not own.attnotnull
      join pg_attribute other on other.attrelid = k.confrelid and other.attnum = k.confkey[1]
     where k.contype = 'f' and k.conrelid = ${table}::regclass`.execute(db)
  const gone: Row = {}
  for (const { column, target, key } of rows) {
    if (row[column] == null) continue
    const found = await sql`select from ${sql.table(target)} where ${sql.ref(key)} = ${row[column]}`.execute(db)
    if (found.rows.length === 0) gone[column] = null
  }
  return gone
}

/** Reverts a change where the row is still as the change left it. */
export async function changeBack(db: Db, { table, keys, before, after }: Changed): Promise<void> {
  const [only, ...more] = Object.keys(keys[0] ?? {})
  if (only && more.length === 0 && !(only in after)) {
    const ids = keys.map((key) => String(key[only]))
    const all = () =>
      sql`update ${sql.table(table)} set ${sets(before)}
           where ${sql.ref(only)}::text = any (${ids}) and ${equals(after)}`.execute(db)
    if (await attempt(db, all)) return
  }
  for (const key of keys) await attempt(db, () => changeOne(db, table, { ...key, ...after }, before))
}
