import { sql } from 'kysely'
import type { AppContext } from '../../http/context.ts'
import { type JobState, jobState, repairing } from '../../jobs/lost.ts'

/** Queues a job again for a search for duplicates that lost its job; marks it as failed if its job was given up. */
export function repairDuplicateRuns(appContext: AppContext): Promise<void> {
  return repairing(appContext, async (ctx) => {
    // A job without a run id works on the open run.
    const own = sql`j.flags ? ('runId=' || r.id)`
    const { rows } = await sql<{ id: string; job: JobState }>`
      select * from (
        select r.id, ${jobState('findContactDuplicates', own)} as job
          from contact_duplicate_run r where r.state in ('WAITING', 'RUNNING') for update skip locked) as open
       where job <> 'THERE'`.execute(ctx.db)
    for (const { id, job } of rows) {
      if (job === 'GONE') await ctx.enqueue('findContactDuplicates', { runId: id })
      else {
        await ctx.db
          .updateTable('contact_duplicate_run')
          .set({ state: 'FAILED', finished_at: sql`now()` })
          .where('id', '=', id)
          .execute()
      }
    }
  })
}
