import { z } from 'zod'
import { Done, endpoint, Instant } from '../endpoint.ts'

/** WAITING: due, running or to be retried; FAILED: all attempts failed. */
export const backgroundJobStates = ['WAITING', 'FAILED'] as const

export const BackgroundJob = z.object({
  /** Numeric id of the queue. */
  id: z.string(),
  name: z.string(),
  state: z.enum(backgroundJobStates),
  createdUtc: Instant,
  nextTryUtc: Instant,
  attempts: z.int(),
  mostAttempts: z.int(),
  error: z.string(),
})
export type BackgroundJob = z.output<typeof BackgroundJob>

/** Tables that reference contents of the file store. */
export const fileKinds = [
  'contact_document_version',
  'project_document_version',
  'library_document',
  'email',
  'email_attachment',
  'email_draft_file',
  'outbox',
  'mail_quarantine',
  'voice_memo',
  'letterhead',
] as const

/** ALL counts every distinct content, including those without a referencing row. */
const Kept = z.object({ kind: z.enum([...fileKinds, 'ALL']), files: z.int(), bytes: z.number() })
export type KeptFiles = z.output<typeof Kept>

const allow = 'GENERAL_ADMIN_FUNCTIONS'
const path = '/api/system'

export const systemApi = {
  jobs: endpoint({
    method: 'GET',
    path: `${path}/jobs`,
    allow,
    summary: 'What the product has to do in the background, or could not do; at most 300, the latest first',
    shows: ['job'],
    query: z.object({ state: z.enum(backgroundJobStates).optional() }),
    response: z.array(BackgroundJob),
  }),
  retry: endpoint({
    method: 'POST',
    path: `${path}/jobs/:id/_retry`,
    allow,
    summary: 'Try a job again now, as if it had not been tried',
    params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
    response: Done,
  }),
  files: endpoint({
    method: 'GET',
    path: `${path}/files`,
    allow,
    summary: 'How many different contents are kept, and how large they are, by what names them',
    /** Refreshed by file checks: counting all contents after every new file would be too expensive. */
    shows: ['files'],
    response: z.array(Kept),
  }),
}
