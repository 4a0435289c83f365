import { z } from 'zod'
import { stepRequirements } from './orders/step-requirements.ts'

/** Every error code of the API with its HTTP status (section 8 of the specification). */
export const errorStatus = {
  VALIDATION: 400,
  MALFORMED_BODY: 400,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_BLANK: 400,
  WRONG_PASSWORD: 400,
  WRONG_SECOND_FACTOR: 400,
  UNREADABLE_CSV: 400,
  NO_RECORDING: 400,
  RECORDING_TOO_LONG: 400,
  TOO_MANY_ATTACHMENTS: 400,
  MESSAGE_TOO_LARGE: 400,
  OPEN_PLACEHOLDERS: 409,
  MAILBOX_OFF: 409,
  MAILBOX_UNREACHABLE: 502,
  DIALLING_OFF: 409,
  NO_TELEPHONE: 409,
  DIALLING_FAILED: 502,
  ALREADY_LEFT: 409,
  OUTBOX_STATE: 409,
  OUTBOX_SETTLED: 409,
  NOT_LEFT_YET: 409,
  UNAUTHENTICATED: 401,
  BAD_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  BAD_ACCESS_KEY: 401,
  FORBIDDEN: 403,
  RIGHTS_NOT_HELD: 403,
  USER_HOLDS_MORE: 403,
  FIXED_ROLE: 409,
  FOREIGN_ORIGIN: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  NOT_FOUND: 404,
  EMAIL_EXIST: 409,
  PHONENUMBER_EXIST: 409,
  USERNAME_EXIST: 409,
  ROLE_EXIST: 409,
  TITLE_EXIST: 409,
  PICKUP_DATE_EXIST: 409,
  RELATION_EXIST: 409,
  MERGED_MEANWHILE: 409,
  MERGE_OVER: 409,
  MERGE_EDITED: 409,
  MERGE_CONFLICT: 409,
  REMARKS_TOO_LONG: 409,
  ERASED: 410,
  STALE_VERSION: 409,
  MOVED_ELSEWHERE: 409,
  SLOT_FULL: 409,
  HOLD_EXPIRED: 409,
  BOOKING_LIMIT: 409,
  IN_CALENDAR: 409,
  HAS_APPOINTMENTS: 409,
  APPOINTMENT_STATE: 409,
  WEBHOOK_OFF: 409,
  IN_USE: 409,
  IN_BIN: 409,
  NOT_IN_BIN: 409,
  ARCHIVED: 409,
  STEP_REQUIRES: 409,
  NO_BOARD: 409,
  NO_PACKAGES: 409,
  BAD_LOGO: 400,
  TOO_MANY_LABELS: 409,
  PRINT_TOO_LONG: 409,
  SHARED_ELSEWHERE: 409,
  LAST_ADMIN: 409,
  IMPORT_STATE: 409,
  EMAIL_READ_ONLY: 409,
  TRANSCRIPT_EDITED: 409,
  TRANSCRIPTION_OFF: 409,
  IDEMPOTENCY_KEY_USED: 422,
  REQUEST_TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  RANGE_NOT_SATISFIABLE: 416,
  UNSUPPORTED_MEDIA: 415,
  NOT_MP3: 415,
  TOO_MANY_ATTEMPTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  STORAGE_FAILED: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Tables that `usedBy` can name, because their rows reference others. */
export const namingTables = [
  'contact',
  'product',
  'flame',
  'project',
  'dossier',
  'dossier_article',
  'dossier_package',
  'appointment',
  'library_document',
  'contact_document',
  'template_document',
  'mail_template',
  'email_signature',
] as const
export type NamingTable = (typeof namingTables)[number]

const LackingStep = z.object({ id: z.string(), title: z.string(), missing: z.array(z.enum(stepRequirements)) })
export type LackingStep = z.output<typeof LackingStep>

/** Body of every error response (RFC 9457). */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** Sentence for people, in the language of the request. */
  detail: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  errors: z.array(z.object({ path: z.string(), code: z.string(), detail: z.string() })).optional(),
  /** STALE_VERSION: the saved state. */
  current: z.unknown().optional(),
  /** STALE_VERSION: who saved it, where known. */
  by: z.string().optional(),
  /** STALE_VERSION of merged changes: fields that both sides changed, such as `dossier.articles.<id>.quantity`. */
  collisions: z.array(z.string()).optional(),
  /** STEP_REQUIRES: what the dossier lacks. */
  missing: z.array(z.enum(stepRequirements)).optional(),
  /** STEP_REQUIRES: what the dossier lacks for each step on the way, in order. */
  steps: z.array(LackingStep).optional(),
  /** RIGHTS_NOT_HELD and USER_HOLDS_MORE: the roles and permissions that the caller lacks. */
  lacking: z.array(z.string()).optional(),
  /** EMAIL_EXIST and PHONENUMBER_EXIST: the contact that has the address or number. */
  owner: z.object({ id: z.string(), fullName: z.string() }).optional(),
  /** IN_USE: the tables that reference the record, with the number of rows. */
  usedBy: z.array(z.object({ what: z.string(), count: z.int() })).optional(),
  /** IN_USE: the part that is referenced, where a call removes several at once, such as a step of a board. */
  usedPart: z.string().optional(),
  /** SLOT_FULL: the next free times. */
  nextFree: z.array(z.object({ slotRef: z.string(), startUtc: z.string(), endUtc: z.string() })).optional(),
  /** TOO_MANY_ATTEMPTS: seconds until the next attempt, and number of failures so far. */
  retryAfter: z.int().optional(),
  failures: z.int().optional(),
})
export type Problem = z.output<typeof Problem>
