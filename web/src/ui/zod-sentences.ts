import { invalidBecause } from '@glut/contract/sentences/issue'
import type { TFunction } from 'i18next'
import type { z } from 'zod'
import { formatNumber } from './format.ts'

type Issue = z.core.$ZodRawIssue

/** The one place where a refused value becomes a sentence of the screen. */
export function zodSentence(issue: Issue, t: TFunction<'ui'>): string {
  // 'empty or an e-mail address': what is typed was meant to be the last of the choices
  const meant = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined
  if (meant) return zodSentence({ ...meant, input: issue.input } as Issue, t)
  const { key, values } = invalidBecause(issue)
  if (key === 'min') return t('invalid.min', { minimum: formatNumber(Number(values.minimum)) })
  if (key === 'max') return t('invalid.max', { maximum: formatNumber(Number(values.maximum)) })
  return t(`invalid.${key}`, values)
}
