import { openDatabase } from '../src/db/db.ts'
import type { AppContext } from '../src/http/context.ts'
import { type JobHandlers, startJobs } from '../src/jobs/runner.ts'

/** Process that takes a job, reports it to its parent and never finishes it. */
const database = openDatabase(JSON.parse(process.env.CONNECTION ?? ''), { max: 6 })
const handlers = {
  checkTaxNumber: async (_: AppContext, { contactId }: { contactId: string }) => {
    process.send?.(contactId)
    await new Promise(() => {})
  },
} as unknown as JobHandlers
await startJobs({ database } as AppContext, handlers, { info: () => {}, error: () => {} })
