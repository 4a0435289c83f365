import { sql } from 'kysely'
import type { AppContext } from '../http/context.ts'
import { type JobState, jobState, repairing } from '../jobs/lost.ts'

/** Queues a job again for a tax number whose check lost its job; marks it as unreachable if the job was given up. */
export function repairTaxNumbers(appContext: AppContext): Promise<void> {
  return repairing(appContext, async (ctx) => {
    const own = sql`j.flags ? ('contactId=' || c.id)`
    const { rows } = await sql<{ id: string; job: JobState }>`
      select * from (
        select c.id, ${jobState('checkTaxNumber', own)} as job
          from contact c where c.uid_state = 'PENDING' for update skip locked) as open
       where job <> 'THERE'`.execute(ctx.db)
    for (const { id, job } of rows) {
      if (job === 'GONE') await ctx.enqueue('checkTaxNumber', { contactId: id })
      else await ctx.db.updateTable('contact').set({ uid_state: 'UNREACHABLE' }).where('id', '=', id).execute()
    }
  })
}
