import { invalidBecause } from '@glut/contract/sentences/issue'
import type { TFunction } from 'i18next'
import type { z } from 'zod'
import { formatNumber } from './format.ts'

/** The one place where a refused value becomes a sentence of the screen. */
export function zodSentence(issue: z.core.$ZodRawIssue, t: TFunction<'ui'>): string {
  const { key, values } = invalidBecause(issue)
  if (key === 'min') return t('invalid.min', { minimum: formatNumber(Number(values.minimum)) })
  if (key === 'max') return t('invalid.max', { maximum: formatNumber(Number(values.maximum)) })
  return t(`invalid.${key}`, values)
}
