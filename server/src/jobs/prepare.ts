import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'

export const quiet = new Logger(() => () => {})

/** Creates the tables of the queue. Several processes may call this at once. */
export async function prepareJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quiet })
}

/**
 * Adds a trigger to the queue's table that tells of changes to jobs. The table belongs to the queue, and a later
 * version of the queue may replace it: so every start checks. Where the trigger exists, no lock on the table is taken.
 */
export async function letJobsTell(pool: pg.Pool): Promise<void> {
  await pool.query(`
    do $$ begin
      if not exists (select from pg_trigger where tgrelid = 'graphile_worker._private_jobs'::regclass and tgname = 'tell') then
        create or replace trigger tell after insert or update or delete on graphile_worker._private_jobs for each row
          execute function tell_job();
      end if;
    end $$`)
}
