import { z } from 'zod'

/** `run` is the start that the job belongs to; a job of an earlier one ends by itself. */
const importJob = z.object({ importId: z.string(), run: z.int(), userId: z.string() })

/** Every kind of background work with what it is given; `registry.ts` has who does it. */
export const jobs = {
  checkTaxNumber: z.object({ contactId: z.string() }),
  runContactImport: importJob,
  rollBackContactImport: importJob,
  emptyDocumentBin: z.object({}),
  checkFiles: z.object({}),
} as const

/** What runs every night, in UTC, once however many processes there are. */
export const nightly: Partial<Record<JobName, string>> = {
  emptyDocumentBin: '50 1 * * *',
  checkFiles: '10 2 * * *',
}

export type JobName = keyof typeof jobs
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]>
