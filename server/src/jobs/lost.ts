import { type RawBuilder, sql } from 'kysely'
import { lock } from '../db/locks.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../http/context.ts'
import type { JobName } from './jobs.ts'

export type JobState = 'THERE' | 'GIVEN_UP' | 'GONE'

const isAlive = sql`(j.attempts < j.max_attempts or j.locked_by is not null)`

/**
 * Returns SQL that says whether the job of a row waits or runs (THERE), was given up after its last try, or is gone.
 * `matches` compares `j.flags`, in which `enqueue` writes the payload, because the view of the queue does not show the
 * payload. A job without flags, of an earlier version or for all rows, counts as the job of every row.
 */
export const jobState = (name: JobName, matches: RawBuilder<unknown>): RawBuilder<JobState> => sql`
  (select case when count(*) = 0 then 'GONE'
               when bool_or(${isAlive}) then 'THERE'
               else 'GIVEN_UP' end
     from graphile_worker.jobs j
    where j.task_identifier = ${name} and (${matches} or (j.flags is null and ${isAlive})))`

/** Runs a repair in a transaction. A lock lets one process repair at a time, so that the next one sees the result. */
export function repairing(appContext: AppContext, repair: (ctx: Ctx) => Promise<void>): Promise<void> {
  return inTransaction(appContext, systemActor(), async (ctx) => {
    await lock(ctx.db, 'repairs')
    await repair(ctx)
  })
}
