import { type RawBuilder, sql } from 'kysely'
import { lock } from '../db/locks.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../http/context.ts'
import type { JobName } from './jobs.ts'

export type JobState = 'THERE' | 'GIVEN_UP' | 'GONE'

const isAlive = sql`(j.attempts < j.max_attempts or j.locked_by is not null)`

/**
 * Whether the job of a row waits or runs, was given up after its last try, or is not there; `matches` compares `j.flags`,
 * in which `enqueue` writes what the job was given: the view of the queue does not show its payload. While there is one
 * without them, of an earlier version or for all rows, nothing is missing.
 */
export const jobState = (name: JobName, matches: RawBuilder<unknown>): RawBuilder<JobState> => sql`
  (select case when count(*) = 0 then 'GONE'
               when bool_or(${isAlive}) then 'THERE'
               else 'GIVEN_UP' end
     from graphile_worker.jobs j
    where j.task_identifier = ${name} and (${matches} or (j.flags is null and ${isAlive})))`

/** One process at a time, so that the next sees what the first repaired. */
export function repairing(appContext: AppContext, repair: (ctx: Ctx) => Promise<void>): Promise<void> {
  return inTransaction(appContext, systemActor(), async (ctx) => {
    await lock(ctx.db, 'repairs')
    await repair(ctx)
  })
}
