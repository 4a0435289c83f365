import { z } from 'zod'

/** `run` is the start of the import that the job belongs to; a job of an earlier start ends at once. */
const importJob = z.object({ importId: z.string(), run: z.int(), userId: z.string() })

/** Every kind of job with its payload; the handlers are in `registries/jobs.ts`. */
export const jobs = {
  checkTaxNumber: z.object({ contactId: z.string() }),
  runContactImport: importJob,
  rollBackContactImport: importJob,
  /** Without `runId` the job takes the open run, or opens one. */
  findContactDuplicates: z.object({ runId: z.string().optional() }),
  forgetOldMerges: z.object({}),
  emptyDocumentBin: z.object({}),
  emptyContactDocumentBin: z.object({}),
  emptyProjectDocumentBin: z.object({}),
  emptyCommentBin: z.object({}),
  emptyTodoBin: z.object({}),
  checkFiles: z.object({}),
  forgetOldSignIns: z.object({}),
  forgetOldAnswers: z.object({}),
  forgetReadNotifications: z.object({}),
  forgetOldCalls: z.object({}),
  endOldHolds: z.object({}),
  forgetOldBookingRequests: z.object({}),
  tellOfBooking: z.object({ requestId: z.string() }),
  forgetOldDeliveries: z.object({}),
  readFiles: z.object({}),
  answerAbsence: z.object({ emailId: z.string() }),
  /** `run` is the time of the request; a job of an earlier request ends at once. */
  transcribeVoiceMemo: z.object({ encounterId: z.string(), run: z.int() }),
} as const

/** Jobs that may take minutes. They have workers of their own, so that no short job waits behind them. */
export const longJobs: readonly JobName[] = [
  'runContactImport',
  'rollBackContactImport',
  'findContactDuplicates',
  'checkFiles',
  'readFiles',
  'transcribeVoiceMemo',
]

/**
 * Jobs of every night with their cron time in UTC. Each runs once, however many processes there are; a missed night is
 * caught up on at the next start.
 */
export const nightly: Partial<Record<JobName, string>> = {
  emptyDocumentBin: '50 1 * * *',
  emptyContactDocumentBin: '52 1 * * *',
  emptyProjectDocumentBin: '53 1 * * *',
  emptyTodoBin: '55 1 * * *',
  emptyCommentBin: '54 1 * * *',
  forgetOldSignIns: '56 1 * * *',
  forgetOldAnswers: '58 1 * * *',
  forgetReadNotifications: '0 2 * * *',
  forgetOldCalls: '2 2 * * *',
  endOldHolds: '4 2 * * *',
  forgetOldBookingRequests: '6 2 * * *',
  forgetOldDeliveries: '8 2 * * *',
  checkFiles: '10 2 * * *',
  findContactDuplicates: '30 2 * * *',
  forgetOldMerges: '20 2 * * *',
}

export type JobName = keyof typeof jobs
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]>
