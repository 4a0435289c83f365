import { z } from 'zod'
import { ById, Done, endpoint, fileAnswer, Id, Instant, QueryFlag } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { contactAdmin } from '../permissions.ts'

/** Fields that a column of an imported file can fill; except `remarks`, each by one column at most. */
export const importFields = [
  'legalType',
  'salutation',
  'title',
  'givenName',
  'surname',
  'companyName',
  'language',
  'customerType',
  'customer',
  'placeOfExperience',
  'birthdate',
  'remarks',
  'uid',
  'eori',
  'addressType',
  'alternativeGP',
  'additionalAddress',
  'street',
  'houseNumber',
  'zipCode',
  'city',
  'state',
  'country',
  'emailAddress',
  'emailAddress2',
  'phoneNumber',
  'phoneNumber2',
  'mobileNumber',
  'faxNumber',
] as const
export type ImportField = (typeof importFields)[number]

export const importStates = [
  'UPLOADED',
  'WAITING',
  'RUNNING',
  'DONE',
  'FAILED',
  'CANCELLED',
  'ROLLING_BACK',
  'ROLLED_BACK',
] as const
export type ImportState = (typeof importStates)[number]
export const rowResults = ['CREATED', 'MATCHED', 'CHANGED', 'REJECTED'] as const
export type RowResult = (typeof rowResults)[number]

/** Field that each column of the file fills, or null to skip the column. */
const Mapping = z.array(z.enum(importFields).nullable()).max(limits.import.columns)

export const ContactImport = z.object({
  id: Id,
  state: z.enum(importStates),
  fileName: z.string(),
  encoding: z.string(),
  delimiter: z.string(),
  columns: z.array(z.string()),
  mapping: Mapping,
  /** First rows of the file. */
  preview: z.array(z.array(z.string())),
  dryRun: z.boolean(),
  /** Whether empty fields of matched contacts are filled. */
  updateMatches: z.boolean(),
  rowsDone: z.int(),
  bytesDone: z.int(),
  bytesTotal: z.int(),
  created: z.int(),
  matched: z.int(),
  changed: z.int(),
  rejected: z.int(),
  /** Progress of a rollback: contacts to restore, contacts restored, and contacts skipped because of later edits. */
  undoTotal: z.int(),
  undone: z.int(),
  undoRefused: z.int(),
  /** Sentence about an interruption or a repair, e.g. after a crash. */
  message: z.string(),
  createdBy: z.string(),
  createdAtUtc: Instant,
  finishedAtUtc: Instant.nullable(),
})
export type ContactImport = z.output<typeof ContactImport>

/** Import as lists show it, without content of the file. */
export const ContactImportSummary = ContactImport.omit({ columns: true, mapping: true, preview: true })
export type ContactImportSummary = z.output<typeof ContactImportSummary>

export const ImportRow = z.object({
  /** Line of the file where the row begins; the header is line 1. */
  line: z.int(),
  result: z.enum(rowResults),
  /** Null when there is no contact, or when it was erased since. */
  contactRef: Id.nullable(),
  name: z.string(),
  reason: z.string(),
})
export type ImportRow = z.output<typeof ImportRow>

export const importApi = {
  upload: endpoint({
    method: 'POST',
    path: '/api/mailboxes/import/_contact',
    allow: contactAdmin,
    summary: 'Upload a CSV of contacts; answers the import with a preview and a proposed mapping',
    /** `start` runs the import at once with the proposed mapping. */
    query: z.object({ start: QueryFlag.optional() }),
    upload: { maxBytes: limits.import.fileBytes },
    response: ContactImport,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/contact-imports',
    allow: contactAdmin,
    summary: 'The imports, the latest first',
    shows: ['import'],
    response: z.array(ContactImportSummary),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/contact-imports/:id',
    allow: contactAdmin,
    summary: 'One import with its progress',
    params: ById,
    shows: ['import import=:id'],
    response: ContactImport,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/contact-imports/:id/start',
    allow: contactAdmin,
    summary: 'Run an import, or only try it out (dryRun changes nothing); goes on with one that stopped',
    params: ById,
    body: z.object({ mapping: Mapping, dryRun: z.boolean().default(false), updateMatches: z.boolean().default(true) }),
    response: ContactImport,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/contact-imports/:id/cancel',
    allow: contactAdmin,
    summary: 'Stop a waiting or running import; rows done stay and can be rolled back',
    params: ById,
    response: ContactImport,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/contact-imports/:id/rows',
    allow: contactAdmin,
    summary: 'The result of each row, in the order of the file',
    shows: ['import import=:id'],
    params: ById,
    query: z.object({
      result: z.enum(rowResults).optional(),
      after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    response: z.object({ rows: z.array(ImportRow), more: z.boolean() }),
  }),
  rejectedRows: endpoint({
    method: 'GET',
    path: '/api/contact-imports/:id/rejected.csv',
    allow: contactAdmin,
    summary: 'The rejected rows with the reason as last column, to correct and send again',
    params: ById,
    response: fileAnswer('text/csv; charset=utf-8'),
  }),
  rollBack: endpoint({
    method: 'POST',
    path: '/api/contact-imports/:id/rollback',
    allow: contactAdmin,
    summary:
      'Undo an import: created contacts go, changed ones get back what they had; what somebody edited since is refused and named',
    params: ById,
    response: ContactImport,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/contact-imports/:id',
    allow: contactAdmin,
    summary: 'Remove the record of an import that is not running; the contacts stay',
    ends: true,
    params: ById,
    response: Done,
  }),
}
