import type { FastifyError } from 'fastify'
import { z } from 'zod'
import { type ErrorCode, errorStatus, type Problem } from '#contract/errors'
import type { Language } from '#contract/limits'
import { de, type Sentences } from '#contract/sentences/de'
import { en } from '#contract/sentences/en'
import { fr } from '#contract/sentences/fr'
import { fill, type InvalidKey, invalidBecause, type Values } from '#contract/sentences/issue'
import { orEnglish } from '#contract/sentences/like'
import { constraintError } from '../db/constraint-errors.ts'

const sentences: Record<Language, Sentences> = { DE: orEnglish(de, en), EN: en, FR: orEnglish(fr, en) }

/** What went wrong, as a code; the sentence is made at the edge. Thrown by `fail` and nowhere else. */
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
  'current' | 'collisions' | 'missing' | 'owner' | 'usedBy' | 'usedPart' | 'retryAfter' | 'failures'
>
interface Details extends Extras {
  /** Fields that are at fault, by their path in the body. */
  fields?: readonly { path: string; invalid: InvalidKey; values?: Values }[]
  /** Figures and words that the sentence names. */
  values?: Values
}

/** Ends the call with a coded error; whatever the transaction wrote is undone. */
export function fail(code: ErrorCode, details?: Details): never {
  throw new AppError(code, details)
}

/** The only place where an error becomes an answer; `unexpected` is true for what the log must hold. */
export function toProblem(error: unknown, language: Language): { problem: Problem; unexpected: boolean } {
  const app = recognise(error)
  const code = app?.code ?? 'INTERNAL'
  const { fields, values, ...extras } = app?.details ?? {}
  const text = sentences[language]
  const problem: Problem = {
    type: `urn:glut:problem:${code}`,
    title: code,
    status: errorStatus[code],
    detail: fill(text.problem[code], { ...values, ...named(extras, text) }),
    code,
    ...extras,
  }
  if (fields) {
    problem.errors = fields.map(({ path, invalid, values = {} }) => ({
      path,
      code: invalid,
      detail: fill(text.invalid[invalid], values),
    }))
  }
  return { problem, unexpected: !app }
}

/** What of the details stands in the sentence. */
function named({ retryAfter, missing }: Extras, text: Sentences): Values {
  return {
    ...(retryAfter ? { retryAfter } : {}),
    ...(missing ? { missing: missing.map((one) => text.requirement[one]).join(', ') } : {}),
  }
}

/** A sentence that is no error, in the language of the request. */
export function sentenceOf<Group extends 'invalid' | 'upload' | 'encounterList' | 'delivery' | 'mailFault'>(
  language: Language,
  group: Group,
  key: keyof Sentences[Group],
  values: Values = {},
): string {
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

/** What the framework and the database driver refuse by themselves. */
function fromFastify(error: unknown): AppError | null {
  const { code, statusCode } = error as Partial<FastifyError>
  // A text that PostgreSQL cannot hold (a NUL), a figure out of range, a text that is no date: input, never a fault.
  if (code === '22021' || code === '22P05' || code === '22003' || code === '22008' || code === '22P02') {
    return new AppError('VALIDATION')
  }
  // The pool is exhausted, the database is gone or starting, two transactions waited for each other.
  if (code && ['57P01', '57P03', '53300', '40P01', '55P03', '57014', 'ECONNREFUSED', 'ENOENT'].includes(code)) {
    return new AppError('UNAVAILABLE')
  }
  if (code && fastifyCodes[code]) return new AppError(fastifyCodes[code])
  if (statusCode && statusCode < 500) return new AppError(statusCodes[statusCode] ?? 'MALFORMED_BODY')
  return null
}
