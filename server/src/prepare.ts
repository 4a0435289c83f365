import type { Database } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { letJobsTell, prepareJobs } from './jobs/prepare.ts'

/** Brings a database to the state of the code, with everything that must be in it before the first call. */
export async function prepareDatabase(database: Database): Promise<string[]> {
  const applied = await migrate(database.pool)
  await prepareJobs(database.pool)
  await letJobsTell(database.pool)
  return applied
}
