import { prepareJobs } from '../jobs/runner.ts'
import type { Database } from './db.ts'
import { migrate } from './migrate.ts'

/** Brings a database to the state of the code, with everything that must be in it before the first call. */
export async function prepareDatabase(database: Database): Promise<string[]> {
  const applied = await migrate(database.pool)
  await prepareJobs(database.pool)
  return applied
}
