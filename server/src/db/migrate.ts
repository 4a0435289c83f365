import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { locks } from './locks.ts'

export interface Migration {
  readonly name: string
  readonly checksum: string
  readonly sql: string
}

export const migrationsFolder = path.join(import.meta.dirname, 'migrations')
const functionsFolder = path.join(import.meta.dirname, 'functions')

export const migrationTable = `CREATE TABLE IF NOT EXISTS schema_migration (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`

/**
 * Brings the database to the state of the code and returns the names of what it ran: first every missing migration, in
 * order and each in a transaction, then every file of functions and triggers that changed, or that makes functions of
 * columns which a migration may have changed. Processes that start at the same time wait for each other. Throws for a
 * database whose history differs from that of the code.
 */
export async function migrate(
  pool: pg.Pool,
  folder = migrationsFolder,
  functions = folder === migrationsFolder ? functionsFolder : null,
): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [locks.migrating])
    await client.query(migrationTable)
    const pending = await pendingMigrations(client, folder)
    for (const migration of pending) await apply(client, migration)
    const changed = functions ? await changedFunctions(client, functions, pending.length > 0) : []
    for (const file of changed) await applyFunctions(client, file)
    return [...pending, ...changed].map(({ name }) => name)
  } finally {
    // Closing the connection releases the lock and drops the settings.
    client.release(true)
  }
}

/**
 * Returns the migrations that the database lacks, including those from a branch with a lower number than its last one.
 * Throws for a database whose history differs from that of the code.
 */
export async function pendingMigrations(client: pg.ClientBase, folder = migrationsFolder): Promise<Migration[]> {
  const known = readMigrations(folder)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration ORDER BY name COLLATE "C"',
  )
  for (const { name, checksum } of rows) {
    const migration = known.find((candidate) => candidate.name === name)
    if (!migration) {
      throw new Error(
        `The database is newer than this version of the product: it has been through ${name}, ` +
          `which this version does not know. Start the newer version, or restore a backup of this one.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `The migration ${name} was changed after the database had been through it. ` +
          'Restore the file as it was and put the change into a new migration.',
      )
    }
  }
  const been = new Set(rows.map(({ name }) => name))
  return known.filter(({ name }) => !been.has(name))
}

/** Returns the migrations in their order. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const numbers = new Set<string>()
  return names.sort().map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (!number) throw new Error(`The migration ${name} must be named like 0001_what_it_does.sql.`)
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`)
    numbers.add(number)
    return readSql(folder, name)
  })
}

function readSql(folder: string, name: string): Migration {
  // Git may check a file out with other line ends.
  const sql = fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

const givenAgain = /^-- Given again after each migration/m

/** Returns files of functions that differ from those given last, or that depend on columns after a migration. */
async function changedFunctions(client: pg.ClientBase, folder: string, hasMigrated: boolean): Promise<Migration[]> {
  await client.query('CREATE TABLE IF NOT EXISTS schema_function (name text PRIMARY KEY, checksum text NOT NULL)')
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_function')
  const given = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names
    .sort()
    .map((name) => readSql(folder, name))
    .filter(({ name, checksum, sql }) => given.get(name) !== checksum || (hasMigrated && givenAgain.test(sql)))
}

async function applyFunctions(client: pg.ClientBase, file: Migration): Promise<void> {
  const noted = `INSERT INTO schema_function (name, checksum) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum`
  // A function may name one that a later file creates.
  await inOneGo(client, { ...file, sql: `SET LOCAL check_function_bodies = off;\n${file.sql}` }, noted)
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  await inOneGo(client, migration, 'INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)')
}

async function inOneGo(client: pg.ClientBase, { name, checksum, sql }: Migration, noted: string): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query(noted, [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    const { message, position } = error as pg.DatabaseError
    const line = position ? ` in line ${sql.slice(0, Number(position)).split('\n').length}` : ''
    throw new Error(`The migration ${name} failed${line}: ${message}`, { cause: error })
  }
}
