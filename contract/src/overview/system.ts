import { z } from 'zod'
import { Done, endpoint, Instant } from '../endpoint.ts'

/** WAITING are due, at work or to be tried again; FAILED were tried as often as they may be. */
export const backgroundJobStates = ['WAITING', 'FAILED'] as const

export const BackgroundJob = z.object({
  /** Of the queue: a figure. */
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

/** What names contents of the file store, by table. */
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

/** ALL are all different ones, also those that nothing names any more. */
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
    /** What checks of the files find; to count all contents with each file that comes would be too dear. */
    shows: ['files'],
    response: z.array(Kept),
  }),
}
