import { sql } from 'kysely'
import type { AppContext } from '../../http/context.ts'
import { type JobState, jobState, repairing } from '../../jobs/lost.ts'

/** Queues a job again for a voice memo that lost its job; marks it as failed if its job was given up. */
export function repairTranscriptions(appContext: AppContext): Promise<void> {
  return repairing(appContext, async (ctx) => {
    const own = sql`j.flags ?& array['encounterId=' || v.id, 'run=' || v.run]`
    const { rows } = await sql<{ id: string; run: number; job: JobState }>`
      select * from (
        select v.id, v.run, ${jobState('transcribeVoiceMemo', own)} as job
          from voice_memo v where v.transcription in ('WAITING', 'RUNNING') for update skip locked) as open
       where job <> 'THERE'`.execute(ctx.db)
    for (const { id, run, job } of rows) {
      if (job === 'GONE') await ctx.enqueue('transcribeVoiceMemo', { encounterId: id, run })
      else {
        await ctx.db
          .updateTable('voice_memo')
          .set({ transcription: 'FAILED', reason: 'TIMEOUT' })
          .where('id', '=', id)
          .execute()
      }
    }
  })
}
