import type { Database } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { letJobsTell, prepareJobs } from './jobs/prepare.ts'

/** Brings a database to the state of the code, with everything that must be in it before the first call. */
export async function prepareDatabase(database: Database): Promise<string[]> {
  const applied = await migrate(database.pool)
  await prepareJobs(database.pool)
  await letJobsTell(database.pool)
  await analyseEmptyTables(database)
  return applied
}

/** Autovacuum does not look at a table before it holds some rows, and until then PostgreSQL plans as if it held hundreds. */
async function analyseEmptyTables({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ tables: string | null }>(`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind = 'r' and reltuples < 0 and pg_relation_size(oid) = 0
       and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relowner = current_user::regrole`)
  if (rows[0]?.tables) await pool.query(`analyze ${rows[0].tables}`)
}
