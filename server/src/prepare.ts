import type { Database } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { letJobsTell, prepareJobs } from './jobs/prepare.ts'

/** Migrates a database and prepares all that must be in it before the first call; returns the applied migrations. */
export async function prepareDatabase(database: Database): Promise<string[]> {
  const applied = await migrate(database.pool)
  await prepareJobs(database.pool)
  await letJobsTell(database.pool)
  await analyseUnused(database)
  return applied
}

/**
 * Tables that many installations never fill: projects, restricted boards, document classes and their readers.
 * PostgreSQL assumes hundreds of rows in a table that was always empty, autovacuum skips it, and queries for a page of
 * to-dos or documents would read all of them. Tables that fill fast are not listed: plans made for an empty table would
 * last too long.
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
