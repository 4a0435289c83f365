import type { Database } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { letJobsTell, prepareJobs } from './jobs/prepare.ts'

/** Brings a database to the state of the code, with everything that must be in it before the first call. */
export async function prepareDatabase(database: Database): Promise<string[]> {
  const applied = await migrate(database.pool)
  await prepareJobs(database.pool)
  await letJobsTell(database.pool)
  await analyseUnused(database)
  return applied
}

/**
 * What people may never make: projects, boards that only some see, classes of documents and who sees these. PostgreSQL takes a table that
 * was always empty for one of hundreds of rows, autovacuum passes over it, and all to-dos or documents are read for a page of them. Of
 * tables that fill fast, a plan that was made while they are said to be empty would stay too long.
 */
export const maybeUnused = [
  ...['project', 'blackboard_user', 'blackboard_role'],
  ...['document_classification', 'document_classification_user', 'document_classification_role'],
]

async function analyseUnused({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ table: string }>(
    'select oid::regclass::text as table from pg_class where oid = any ($1::regclass[]) and reltuples < 0',
    [maybeUnused],
  )
  if (rows.length > 0) await pool.query(`analyze ${rows.map(({ table }) => table).join(', ')}`)
}
