import { invalidBecause } from '@glut/contract/sentences/issue'
import type { TFunction } from 'i18next'
import type { z } from 'zod'
import { formatNumber } from './format.ts'

/** What is wrong with a field, in the words that the server would use. */
export function zodSentence(issue: z.core.$ZodRawIssue, t: TFunction<'ui'>): string {
  const { key, values } = invalidBecause(issue)
  const figures = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatNumber(value) : value,
  ])
  return t(`invalid.${key}`, Object.fromEntries(figures))
}
