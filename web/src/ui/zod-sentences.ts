import type { TFunction } from 'i18next'
import type { z } from 'zod'
import { formatNumber } from './format.ts'

type Issue = z.core.$ZodRawIssue

/** The one place where a refused value becomes a sentence. */
export function zodSentence(issue: Issue, t: TFunction<'ui'>): string {
  if (isMissing(issue.input)) return t('invalid.required')
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue, t)
    case 'too_big':
      return tooBig(issue, t)
    case 'invalid_format':
      return wrongFormat(issue.format, t)
    case 'invalid_type':
      return wrongType(issue.expected, t)
    case 'invalid_union':
      return noneOf(issue, t)
    default:
      return t('invalid.other')
  }
}

/** 'Empty or an e-mail address': what is typed was meant to be the last of the choices. */
function noneOf({ errors, input }: Extract<Issue, { code: 'invalid_union' }>, t: TFunction<'ui'>) {
  const meant = errors.at(-1)?.[0]
  return meant ? zodSentence({ ...meant, input } as Issue, t) : t('invalid.other')
}

const isMissing = (input: unknown) =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '')

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>, t: TFunction<'ui'>) {
  if (origin === 'string') return t('invalid.minLength', { length: minimum })
  if (origin === 'array' || origin === 'set') return t('invalid.minItems', { count: Number(minimum) })
  return t('invalid.min', { minimum: formatNumber(Number(minimum)) })
}

function tooBig({ origin, maximum }: Extract<Issue, { code: 'too_big' }>, t: TFunction<'ui'>) {
  if (origin === 'string') return t('invalid.maxLength', { length: maximum })
  if (origin === 'array' || origin === 'set') return t('invalid.maxItems', { count: Number(maximum) })
  return t('invalid.max', { maximum: formatNumber(Number(maximum)) })
}

function wrongFormat(format: string, t: TFunction<'ui'>) {
  if (format === 'email') return t('invalid.email')
  if (format === 'url') return t('invalid.url')
  if (format === 'date' || format === 'datetime') return t('invalid.date')
  return t('invalid.other')
}

function wrongType(expected: string, t: TFunction<'ui'>) {
  if (expected === 'int') return t('invalid.integer')
  if (expected === 'number' || expected === 'nan') return t('invalid.number')
  if (expected === 'date') return t('invalid.date')
  return t('invalid.other')
}
