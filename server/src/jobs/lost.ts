import { type RawBuilder, sql } from 'kysely'
import { lock } from '../db/locks.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../http/context.ts'
import type { JobName } from './jobs.ts'

export type JobState = 'THERE' | 'GIVEN_UP' | 'GONE'

/**
 * Whether the job of a row waits or runs, was given up after its last try, or is not there; `matches` compares `j.payload`,
 * which the queue's public view does not show.
 */
export const jobState = (name: JobName, matches: RawBuilder<unknown>): RawBuilder<JobState> => sql`
  (select case when count(*) = 0 then 'GONE'
               when bool_or(j.attempts < j.max_attempts or j.locked_by is not null) then 'THERE'
               else 'GIVEN_UP' end
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${name} and ${matches})`

/** One process at a time, so that the next sees what the first repaired. */
export function repairing(appContext: AppContext, repair: (ctx: Ctx) => Promise<void>): Promise<void> {
  return inTransaction(appContext, systemActor(), async (ctx) => {
    await lock(ctx.db, 'repairs')
    await repair(ctx)
  })
}
