import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../src/db/db.ts'
import type { DB } from '../src/db/schema.ts'

/**
 * Runs the second statement in another transaction while the first is uncommitted; commits the first once the second
 * waits for a lock or is done.
 */
export const atOnce = (database: Database, first: string, second: string): Promise<unknown> =>
  atOnceWith(database, first, () => sql.raw(second).execute(database.kysely))

/** Does the same with any action, waiting for `count` blocked connections. */
export async function atOnceWith<T>(
  { kysely }: Database,
  first: string,
  second: () => Promise<T>,
  count = 1,
): Promise<T> {
  return kysely.connection().execute(async (one) => {
    await sql`begin`.execute(one)
    await sql.raw(first).execute(one)
    const { call } = await waiting(kysely, second, count)
    await sql`commit`.execute(one)
    return call
  })
}

/** Makes two calls that write to the history; neither commits before both wait, at the gate or for the other's lock. */
export async function callAtOnce<One, Other>(
  { kysely }: Database,
  first: () => Promise<One>,
  second: () => Promise<Other>,
): Promise<[One, Other]> {
  await sql
    .raw(`
      create or replace function wait_at_gate() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${gate});
        return null;
      end $$;
      create constraint trigger gate after insert on history deferrable initially deferred
        for each row execute function wait_at_gate()`)
    .execute(kysely)
  return kysely.connection().execute(async (keeper) => {
    await sql.raw(`select pg_advisory_lock(${gate})`).execute(keeper)
    try {
      const one = await waiting(kysely, first, 1)
      const other = await waiting(kysely, second, 2)
      await sql.raw(`select pg_advisory_unlock(${gate})`).execute(keeper)
      return await Promise.all([one.call, other.call])
    } finally {
      await sql.raw('select pg_advisory_unlock_all()').execute(keeper)
      await sql.raw('drop trigger gate on history').execute(keeper)
    }
  })
}

const gate = 4711

/** Starts a call; resolves once `count` connections wait for locks, or the call is done. */
export async function waiting<T>(
  kysely: Kysely<DB>,
  begin: () => Promise<T>,
  count: number,
): Promise<{ call: Promise<T> }> {
  let isDone = false
  const call = begin().finally(() => {
    isDone = true
  })
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(kysely)
      return isDone || rows.length === count
    })
    .toBe(true)
  return { call }
}
