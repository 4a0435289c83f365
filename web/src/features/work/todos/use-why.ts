import type { DayOperator, StartDate } from '#contract/lists/todo-packages'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'

interface CalculatedStart {
  startFrom: StartDate | null
  startOperator: DayOperator
  startDays: number
  base: string | null
  locked: boolean
  weekend: boolean
  holidays: readonly string[]
}

/** Returns a function that explains a calculated start: «3 Tage vor Abholung 14.12.2033», with notes on the day. */
export function useWhy() {
  const { t } = useTranslation('todos')
  return ({ startFrom, startOperator, startDays, base, locked, weekend, holidays }: CalculatedStart): string[] => [
    ...(startFrom && base
      ? [
          t(`why.${startOperator}`, {
            count: startDays,
            date: t(`startDate.${startFrom}`),
            at: formatOptionalTime(base),
          }),
        ]
      : []),
    ...(locked ? [t('package.locked')] : []),
    ...(weekend ? [t('package.weekend')] : []),
    ...holidays.map((name) => t('package.holiday', { name })),
  ]
}
