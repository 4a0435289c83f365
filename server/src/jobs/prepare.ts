import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'

export const quiet = new Logger(() => () => {})

/** Makes the tables of the queue; may be called by several processes at once. */
export async function prepareJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quiet })
}

/**
 * The table of the queue is its own, and a later version of it may replace it: so each start sees to it that it tells what
 * changed, as those of the product do. Where it does so already nothing has to wait for who writes to it.
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
