import { sql } from 'kysely'
import type { Language } from '#contract/limits'
import { importSentences } from '#contract/sentences/imports/by-language'
import { fill } from '#contract/sentences/issue'
import type { AppContext } from '../../http/context.ts'
import { type JobState, jobState, repairing } from '../../jobs/lost.ts'

interface Stuck {
  readonly id: string
  readonly run: number
  readonly undo: boolean
  readonly userId: string
  readonly language: Language
  readonly line: number
  readonly job: JobState
}

const own = sql`j.flags ?& array['importId=' || i.id, 'run=' || i.run]`

/** Queues a job again for an import or rollback that lost its job; if the job was given up, it failed. */
export function repairImports(appContext: AppContext): Promise<void> {
  return repairing(appContext, async (ctx) => {
    const { rows } = await sql<Stuck>`
      select * from (
        select i.id, i.run, i.state = 'ROLLING_BACK' as undo, i.created_by as "userId", i.language, i.next_line as line,
               case when i.state = 'ROLLING_BACK' then ${jobState('rollBackContactImport', own)}
                    else ${jobState('runContactImport', own)} end as job
          from contact_import i where i.state in ('WAITING', 'RUNNING', 'ROLLING_BACK') for update skip locked) as open
       where job <> 'THERE'`.execute(ctx.db)
    for (const { id: importId, run, undo, userId, language, line, job } of rows) {
      if (job === 'GONE') {
        await ctx.enqueue(undo ? 'rollBackContactImport' : 'runContactImport', { importId, run, userId })
        continue
      }
      const { givenUp, undoGivenUp } = importSentences[language].message
      await ctx.db
        .updateTable('contact_import')
        .set({
          state: 'FAILED',
          at_work: false,
          finished_at: sql`now()`,
          message: undo ? undoGivenUp : fill(givenUp, { line }),
        })
        .where('id', '=', importId)
        .execute()
    }
  })
}
