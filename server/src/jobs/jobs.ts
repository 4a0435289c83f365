import { z } from 'zod'

/** `run` is the start that the job belongs to; a job of an earlier one ends by itself. */
const importJob = z.object({ importId: z.string(), run: z.int(), userId: z.string() })

/** Every kind of background work with what it is given; `registries/jobs.ts` has who does it. */
export const jobs = {
  checkTaxNumber: z.object({ contactId: z.string() }),
  runContactImport: importJob,
  rollBackContactImport: importJob,
  /** Without a run of its own it takes the one that is open, or opens one. */
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
  /** `run` is the time it was asked for; a job of an earlier one ends by itself. */
  transcribeVoiceMemo: z.object({ encounterId: z.string(), run: z.int() }),
} as const

/** What may take minutes: it has places of its own, so that nothing short waits behind it. */
export const longJobs: readonly JobName[] = [
  'runContactImport',
  'rollBackContactImport',
  'findContactDuplicates',
  'checkFiles',
  'readFiles',
  'transcribeVoiceMemo',
]

/**
 * What runs every night, in UTC, once however many processes there are; a night without any is caught up on at the
 * next start.
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
