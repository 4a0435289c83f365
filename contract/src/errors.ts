import { z } from 'zod'

/** Every error code the API answers with, and the HTTP status it travels under (section 8). */
export const errorStatus = {
  VALIDATION: 400,
  MALFORMED_BODY: 400,
  PASSWORD_TOO_SHORT: 400,
  WRONG_PASSWORD: 400,
  WRONG_SECOND_FACTOR: 400,
  UNREADABLE_CSV: 400,
  UNAUTHENTICATED: 401,
  BAD_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
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
  STALE_VERSION: 409,
  IN_USE: 409,
  IN_BIN: 409,
  SHARED_ELSEWHERE: 409,
  LAST_ADMIN: 409,
  IMPORT_STATE: 409,
  PAYLOAD_TOO_LARGE: 413,
  RANGE_NOT_SATISFIABLE: 416,
  UNSUPPORTED_MEDIA: 415,
  TOO_MANY_ATTEMPTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  STORAGE_FAILED: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** RFC 9457, as every error leaves the API. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** The sentence a person reads, in the language of the request. */
  detail: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  errors: z.array(z.object({ path: z.string(), code: z.string(), detail: z.string() })).optional(),
  /** STALE_VERSION: the state that is saved now. */
  current: z.unknown().optional(),
  /** EMAIL_EXIST and PHONENUMBER_EXIST: whose it is. */
  owner: z.object({ id: z.string(), fullName: z.string() }).optional(),
  /** IN_USE: where. */
  usedBy: z.array(z.object({ what: z.string(), count: z.int() })).optional(),
  /** IN_USE: the part that is used, where a call removes several at once, such as a step of a board. */
  usedPart: z.string().optional(),
  /** TOO_MANY_ATTEMPTS: seconds until the next try, and how many failed so far. */
  retryAfter: z.int().optional(),
  failures: z.int().optional(),
})
export type Problem = z.output<typeof Problem>
