import type { Database } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { letJobsTell, prepareJobs } from './jobs/prepare.ts'

/** Brings a database to the state of the code, with everything that must be in it before the first call. */
export async function prepareDatabase(database: Database): Promise<string[]> {
  const applied = await migrate(database.pool)
  await prepareJobs(database.pool)
  await letJobsTell(database.pool)
  await analyseProjects(database)
  return applied
}

/**
 * While there was never a project, PostgreSQL takes its table for one of hundreds, and reads all to-dos for a page of them. Only this
 * table: of others that fill fast, a plan made while they are empty would stay too long.
 */
async function analyseProjects({ pool }: Database): Promise<void> {
  const { rows } = await pool.query("select from pg_class where oid = 'project'::regclass and reltuples < 0")
  if (rows.length > 0) await pool.query('analyze project')
}
