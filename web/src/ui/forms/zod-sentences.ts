import type { TFunction } from 'i18next'
import type { z } from 'zod'
import { invalidBecause } from '#contract/sentences/issue'
import { formatNumber } from '../text/format.ts'

/** Returns the message for a validation issue of zod. */
export function zodSentence(issue: z.core.$ZodRawIssue, t: TFunction<'ui'>): string {
  const { key, values } = invalidBecause(issue)
  const shown = (value: string | number) => (key === 'min' || key === 'max' ? formatNumber(value) : value)
  const figures = Object.entries(values).map(([name, value]) => [name, shown(value)])
  return t(`invalid.${key}`, Object.fromEntries(figures))
}
