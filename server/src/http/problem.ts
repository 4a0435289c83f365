import type { FastifyError } from 'fastify'
import { z } from 'zod'
import { type ErrorCode, errorStatus, type LackingStep, type Problem } from '#contract/errors'
import type { Language } from '#contract/limits'
import { de, type Sentences } from '#contract/sentences/de'
import { en } from '#contract/sentences/en'
import { fr } from '#contract/sentences/fr'
import { fill, type InvalidKey, invalidBecause, type Values } from '#contract/sentences/issue'
import { type Like, orEnglish } from '#contract/sentences/like'
import { de as deRights } from '#contract/sentences/permissions/de'
import { en as enRights } from '#contract/sentences/permissions/en'
import { fr as frRights } from '#contract/sentences/permissions/fr'
import { permissionName } from '#contract/sentences/permissions/permission-name'
import { constraintError } from '../db/constraint-errors.ts'
import { codeOf } from '../db/error-code.ts'

const sentences: Record<Language, Sentences> = { DE: orEnglish(de, en), EN: en, FR: orEnglish(fr, en) }

/** An error of a call as a code; its sentence is made in `toProblem`. Only `fail` throws it. */
class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details
  constructor(code: ErrorCode, details: Details = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

type Extras = Pick<
  Problem,
  | 'current'
  | 'collisions'
  | 'missing'
  | 'steps'
  | 'lacking'
  | 'owner'
  | 'usedBy'
  | 'nextFree'
  | 'usedPart'
  | 'retryAfter'
  | 'failures'
>
interface Details extends Extras {
  /** Invalid fields by their path in the body; without `invalid` the error code says what is wrong. */
  fields?: readonly { path: string; invalid?: InvalidKey; values?: Values }[]
  /** Values for the placeholders of the sentence. */
  values?: Values
  /** A fault of the server, not of the call; it is logged. */
  fault?: unknown
}

/** Ends the call with a coded error; the transaction is rolled back. */
export function fail(code: ErrorCode, details?: Details): never {
  throw new AppError(code, details)
}

/** Returns the answer for an error; no other place makes one. `fault` is the error to log, or null. */
export function toProblem(error: unknown, language: Language): { problem: Problem; fault: unknown } {
  const app = recognise(error)
  const code = app?.code ?? 'INTERNAL'
  const { fields, values, fault = null, ...extras } = app?.details ?? {}
  const text = sentences[language]
  const problem: Problem = {
    type: `urn:glut:problem:${code}`,
    title: code,
    status: errorStatus[code],
    detail: fill(text.problem[code], { ...values, ...named(extras, language) }),
    code,
    ...extras,
  }
  if (fields) {
    problem.errors = fields.map(({ path, invalid, values = {} }) => ({
      path,
      code: invalid ?? code,
      detail: invalid ? fill(text.invalid[invalid], values) : problem.detail,
    }))
  }
  return { problem, fault: app ? fault : error }
}

/** Returns the values that the sentence takes from the details. */
function named({ retryAfter, steps, lacking }: Extras, language: Language): Values {
  const text = sentences[language]
  const rights = lacking?.map((one) => permissionName(one, language, (word) => wordOf(rightsWords[language], word)))
  return {
    ...(retryAfter ? { retryAfter } : {}),
    ...(rights ? { lacking: enumerated(rights) } : {}),
    ...(steps ? { steps: steps.map((step) => fill(text.stepLacks, lackedBy(step, text))).join('; ') } : {}),
  }
}

const rightsWords: Record<Language, Like<typeof deRights>> = { DE: deRights, EN: enRights, FR: frRights }

function wordOf(words: Readonly<Record<string, Readonly<Record<string, string>>>>, path: string): string {
  const [group = '', name = ''] = path.split('.')
  return words[group]?.[name] ?? path
}

const lackedBy = ({ title, missing }: LackingStep, text: Sentences): Values => ({
  step: title,
  missing: missing.map((one) => text.requirement[one]).join(', '),
})

/** Returns the first five names; an ellipsis stands for further ones. */
const enumerated = (names: readonly string[]) => names.slice(0, 5).join(', ') + (names.length > 5 ? ' …' : '')

/** Returns a sentence that is no error, in the language of the request. */
export function sentenceOf<
  Group extends 'invalid' | 'problem' | 'upload' | 'contact' | 'encounterList' | 'delivery' | 'mailFault',
>(language: Language, group: Group, key: keyof Sentences[Group], values: Values = {}): string {
  return fill(sentences[language][group][key] as string, values)
}

function recognise(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return refused(error)
  const fromDatabase = constraintError(error)
  if (fromDatabase) return new AppError(fromDatabase.code, { fields: fromDatabase.fields })
  return fromFastify(error)
}

function refused(error: z.ZodError): AppError {
  const fields = error.issues.slice(0, 100).map((issue) => {
    const { key, values } = invalidBecause(issue as z.core.$ZodRawIssue)
    return { path: issue.path.join('.'), invalid: key, values }
  })
  return new AppError('VALIDATION', { fields })
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA',
  FST_REQ_FILE_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA',
}
const statusCodes: Record<number, ErrorCode> = {
  400: 'MALFORMED_BODY',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA',
  429: 'TOO_MANY_ATTEMPTS',
}

/** PostgreSQL cannot store a text (NUL), a number is out of range, or a text is no date: invalid input, no fault. */
const unkeepable = ['22021', '22P05', '22003', '22007', '22008', '22P02']

/** Returns the error for what the framework or the database driver refuse by themselves. */
function fromFastify(error: unknown): AppError | null {
  const { code, statusCode } = error as Partial<FastifyError>
  if (code && unkeepable.includes(code)) return new AppError('VALIDATION')
  if (isAway(error)) return new AppError('UNAVAILABLE')
  // The disk of the database is full or broken, which administrators must learn from the log.
  if (code === '53100' || code === '53200' || code === '58030') return new AppError('UNAVAILABLE', { fault: error })
  if (code && fastifyCodes[code]) return new AppError(fastifyCodes[code])
  if (statusCode && statusCode < 500) return new AppError(statusCodes[statusCode] ?? 'MALFORMED_BODY')
  return null
}

/** The pool is exhausted, the database is gone or starting, or there was a deadlock. */
const passing = [
  ...['57P01', '57P02', '57P03', '57P05', '53300', '40001', '40P01', '55P03', '57014', '25P03'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
]

/** Messages of the driver for a broken connection, for which it has no codes. */
const cut = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Whether the database cannot be reached at present, or has cut the connection: a retry may succeed in a moment. */
export function isAway(error: unknown): boolean {
  const { message = '', syscall } = (error ?? {}) as { message?: string; syscall?: string }
  const code = codeOf(error)
  if (code === 'ENOENT') return syscall === 'connect'
  return passing.includes(code) || code.startsWith('08') || cut.test(message)
}
