import { useTranslation } from '../../i18n/use-translation.ts'
import { formatDate } from './parse-date.ts'

/** Returns a function that formats a range: «ab 01.10.2026 bis 31.10.2026». A missing end is omitted. */
export function useDaysText(): (from: string | null | undefined, to: string | null | undefined) => string {
  const { t } = useTranslation('ui')
  return (from, to) =>
    [from && t('days.from', { day: formatDate(from) }), to && t('days.to', { day: formatDate(to) })]
      .filter(Boolean)
      .join(' ')
}

/** Returns the name of a weekday; 1 is Monday. */
export const weekdayName = (weekday: number, language: string): string =>
  // 5 January 2026 was a Monday
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 4 + weekday))
