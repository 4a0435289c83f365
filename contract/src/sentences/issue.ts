import type { z } from 'zod'
import type { Sentences } from './de.ts'

export type InvalidKey = keyof Sentences['invalid']
export type Values = Record<string, string | number>
type Issue = z.core.$ZodRawIssue

/** Returns the sentence key and values for a refused value; no other place does this. */
export function invalidBecause(issue: Issue): { key: InvalidKey; values: Values } {
  const because = (key: InvalidKey, values: Values = {}) => ({ key, values })
  // codes about a missing counterpart, checked before the general rule for missing values
  if (issue.code === 'custom' && issue.params?.code === 'NAME_REQUIRED') return because('nameRequired')
  if (issue.code === 'custom' && issue.params?.code === 'NO_TEXT') return because('noText')
  if (isMissing(issue.input)) return because('required')
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return because('required')
      if (issue.origin === 'string') return because('minLength', { length: Number(issue.minimum) })
      if (issue.origin === 'array') return because('minItems', { count: Number(issue.minimum) })
      return because('min', { minimum: Number(issue.minimum) })
    case 'too_big':
      if (issue.origin === 'string') return because('maxLength', { length: Number(issue.maximum) })
      if (issue.origin === 'array') return because('maxItems', { count: Number(issue.maximum) })
      return because('max', { maximum: Number(issue.maximum) })
    case 'invalid_format':
      return because(formatKeys[issue.format] ?? 'other')
    case 'invalid_type':
      return because(typeKeys[issue.expected] ?? 'other')
    case 'custom':
      return because(customKeys[issue.params?.code] ?? 'other', figuresOf(issue.params))
    case 'invalid_union': {
      // for 'empty or an e-mail address', the last choice explains the refusal
      const meant = issue.errors.at(-1)?.[0]
      return meant ? invalidBecause({ ...meant, input: issue.input } as Issue) : because('other')
    }
    default:
      return because('other')
  }
}

const formatKeys: Record<string, InvalidKey> = {
  email: 'email',
  url: 'url',
  guid: 'id',
  uuid: 'id',
  date: 'date',
  datetime: 'date',
  clockTime: 'time',
  colour: 'colour',
}

const typeKeys: Record<string, InvalidKey> = {
  string: 'text',
  int: 'integer',
  number: 'number',
  nan: 'number',
  boolean: 'yesOrNo',
  array: 'list',
  date: 'date',
}

const customKeys: Record<string, InvalidKey> = {
  NUMBER: 'number',
  MIN: 'min',
  MAX: 'max',
  SCALE: 'scale',
  DATE: 'date',
  FUTURE: 'futureDate',
  REQUIRED: 'required',
  HIDDEN_SIGNS: 'hiddenSigns',
  SPAN: 'span',
  END_BEFORE_START: 'endBeforeStart',
  EMAIL: 'email',
  COUNTRY: 'country',
  LINES: 'lines',
}

function figuresOf({ code: _code, ...figures }: Record<string, unknown> = {}): Values {
  return figures as Values
}

const isMissing = (input: unknown) =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '')

/** Replaces `{name}` by its value; numbers are grouped as shown: 100'000. */
export function fill(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => shown(values[name] ?? whole))
}

const shown = (value: string | number) =>
  typeof value === 'number' ? String(value).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, "'") : value
