import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Database } from './db/db.ts'
import { migrate, migrationsFolder, migrationTable, pendingMigrations } from './db/migrate.ts'
import { prepareJobs } from './jobs/prepare.ts'

export interface CopiedTable {
  readonly table: string
  readonly rows: number
}

interface Table {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
}

interface TableState {
  readonly rows: number
  readonly checksum: string
}

const inPublic = (name: string) => `public.${quote(name)}`
const quote = pg.escapeIdentifier

/**
 * Copies every row of `source` into `target`, which must be empty: from one snapshot, in one transaction, and compared
 * before the commit. The source is not changed; after a failure the target holds no rows.
 */
export async function copyDatabase(
  source: Database,
  target: Database,
  folder: string = migrationsFolder,
): Promise<CopiedTable[]> {
  await prepareTarget(target, folder)
  const from = await source.pool.connect()
  const to = await target.pool.connect()
  try {
    for (const client of [from, to]) await client.query(plainText)
    await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await to.query('BEGIN')
    await refuseOtherVersion(from, folder)
    const tables = await tablesOf(to)
    await lockAndEmpty(to, tables)
    const putBack = await setRulesAside(to)
    for (const table of tables) await copyTable(from, to, table)
    await to.query('SET CONSTRAINTS ALL IMMEDIATE')
    for (const statement of putBack) await to.query(statement)
    const copied: CopiedTable[] = []
    for (const table of tables) copied.push({ table: table.name, rows: await compare(from, to, table) })
    await copyJobs(from, to)
    await to.query(forgetMark)
    await copySequences(from, to)
    await to.query('COMMIT')
    for (const table of tables) await to.query(`ANALYZE ${inPublic(table.name)}`)
    return copied
  } finally {
    // Closing the connections ends their transactions, in whatever state they are.
    from.release(true)
    to.release(true)
  }
}

/** Settings by which both servers write values as the same text, without time limits for large tables. */
const plainText = `
  SET statement_timeout = 0; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = 0;
  SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET bytea_output = 'hex';
  SET extra_float_digits = 1; SET maintenance_work_mem = '256MB'`

/**
 * Migrates the target. Migrations may insert rows, so a migrated database is not free of rows. While they run, the
 * table of migrations is marked, so that a copy that was killed there can be repeated; afterwards a checksum of all
 * rows is stored. While the checksum matches, nothing is lost by replacing the rows.
 */
async function prepareTarget(target: Database, folder: string): Promise<void> {
  const client = await target.pool.connect()
  try {
    await client.query(plainText)
    const { rows } = await client.query("SELECT to_regclass('public.schema_migration') IS NULL AS empty")
    const begun = rows[0].empty || (await markOf(client)) === unfinished
    // In one transaction with its mark, so that neither exists without the other.
    if (rows[0].empty) {
      await client.query(
        `BEGIN; ${migrationTable}; COMMENT ON TABLE public.schema_migration IS '${unfinished}'; COMMIT`,
      )
    }
    await migrate(target.pool, folder)
    await prepareJobs(target.pool)
    if (!begun) return
    const state = await stateOfAll(client, await tablesOf(client))
    await client.query(`COMMENT ON TABLE public.schema_migration IS ${pg.escapeLiteral(state)}`)
  } finally {
    client.release(true)
  }
}

const unfinished = 'being migrated to hold a copy'

async function markOf(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query("SELECT obj_description('public.schema_migration'::regclass, 'pg_class') AS mark")
  return rows[0].mark
}

const forgetMark = 'COMMENT ON TABLE public.schema_migration IS NULL'

async function refuseOtherVersion(from: pg.ClientBase, folder: string): Promise<void> {
  const { rows } = await from.query("SELECT to_regclass('public.schema_migration') IS NULL AS empty")
  if (rows[0].empty) throw new Error('The source holds no data of the product.')
  if ((await pendingMigrations(from, folder)).length > 0) {
    throw new Error(
      'The source is of an older version: start the product on it once, so that it is brought up to date.',
    )
  }
}

async function lockAndEmpty(to: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  if (tables.length === 0) return
  const names = tables.map((table) => inPublic(table.name)).join(', ')
  await to.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`)
  const filled: string[] = []
  for (const { name } of tables) {
    const { rows } = await to.query(`SELECT EXISTS (SELECT FROM ${inPublic(name)}) AS filled`)
    if (rows[0].filled) filled.push(name)
  }
  if (filled.length === 0) return
  if ((await markOf(to)) !== (await stateOfAll(to, tables))) {
    throw new Error(`The target holds data already (${filled.join(', ')}): name an empty database.`)
  }
  await to.query(`TRUNCATE ${names}`)
}

async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('schema_migration', 'schema_function')
      AND NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
      )
    GROUP BY c.relname
    ORDER BY c.relname COLLATE "C"`)
  return rows
}

/**
 * Drops the foreign keys, so that the order of tables does not matter, and the indexes, because building them
 * afterwards is much faster; disables triggers, which would write rows. The owner of the tables may do all that.
 * Returns the statements that restore it: adding a foreign key checks every row.
 */
async function setRulesAside(to: pg.ClientBase): Promise<string[]> {
  const { rows } = await to.query<{ away: string; back: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) AS away,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) AS back
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND k.conparentid = 0 AND c.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', t.tgrelid::regclass, t.tgname),
      format('ALTER TABLE %s ENABLE %s TRIGGER %I', t.tgrelid::regclass,
        CASE t.tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END, t.tgname)
    FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled <> 'D' AND c.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_class t ON t.oid = i.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND t.relkind IN ('r', 'p')
      AND t.relname <> 'schema_migration' AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid)`)
  await to.query('SET CONSTRAINTS ALL IMMEDIATE')
  for (const { away } of rows) await to.query(away)
  // Indexes first: they speed up the check of the foreign keys, and a key may depend on a unique one.
  return rows.map(({ back }) => back).reverse()
}

/**
 * Copies the jobs that wait; jobs that a killed process had begun wait again in the copy. Only the private tables of
 * the queue hold the payloads.
 */
async function copyJobs(from: pg.ClientBase, to: pg.ClientBase): Promise<void> {
  const { rows } = await from.query("SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS known")
  if (!rows[0].known) return
  const jobs = await from.query(`
    SELECT t.identifier, j.payload::text AS payload, j.run_at::text AS run_at, j.max_attempts, j.priority,
      ARRAY(SELECT jsonb_object_keys(j.flags)) AS flags
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`)
  for (const { identifier, payload, run_at, max_attempts, priority, flags } of jobs.rows) {
    await to.query(
      `SELECT graphile_worker.add_job($1::text, $2::json, run_at => $3::timestamptz, max_attempts => $4::int,
         priority => $5::int, flags => $6::text[])`,
      [identifier, payload, run_at, max_attempts, priority, flags],
    )
  }
}

async function copyTable(from: pg.ClientBase, to: pg.ClientBase, { name, columns }: Table): Promise<void> {
  const list = columns.map(quote).join(', ')
  await pipeline(
    from.query(copyTo(`COPY (SELECT ${list} FROM ${inPublic(name)}) TO STDOUT`)),
    to.query(copyFrom(`COPY ${inPublic(name)} (${list}) FROM STDIN`)),
  )
}

async function compare(from: pg.ClientBase, to: pg.ClientBase, table: Table): Promise<number> {
  const [before, after] = await Promise.all([stateOf(from, table), stateOf(to, table)])
  if (before.rows !== after.rows || before.checksum !== after.checksum) {
    throw new Error(
      `${table.name} did not arrive as it left (${before.rows} rows here, ${after.rows} there): nothing was copied.`,
    )
  }
  return after.rows
}

/**
 * Returns the number of rows and the sum of their hashes, which does not depend on their order. Generated columns are
 * left out, because stemming and case mapping differ a little between versions of PostgreSQL.
 */
async function stateOf(client: pg.ClientBase, { name, columns }: Table): Promise<TableState> {
  const row = `convert_to(row(${columns.map(quote).join(', ')})::text, 'UTF8')`
  const { rows } = await client.query<TableState>(`
    SELECT count(*) AS rows, coalesce(sum(hash), 0) AS checksum
    FROM (SELECT ('x' || left(encode(sha256(${row}), 'hex'), 16))::bit(64)::bigint::numeric AS hash FROM ${inPublic(name)}) AS hashes`)
  return rows[0] as TableState
}

async function stateOfAll(client: pg.ClientBase, tables: readonly Table[]): Promise<string> {
  const hash = createHash('sha256')
  for (const table of tables) {
    const { rows, checksum } = await stateOf(client, table)
    hash.update(`${table.name} ${rows} ${checksum}\n`)
  }
  return `as migrated: ${hash.digest('hex')}`
}

/** Copies the sequences. This comes last, because a rollback does not reset a sequence. */
async function copySequences(from: pg.ClientBase, to: pg.ClientBase): Promise<void> {
  const { rows } = await from.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`)
  for (const { name } of rows) {
    const state = await from.query(`SELECT last_value, is_called FROM ${inPublic(name)}`)
    await to.query('SELECT setval($1::regclass, $2, $3)', [
      inPublic(name),
      state.rows[0].last_value,
      state.rows[0].is_called,
    ])
  }
}
