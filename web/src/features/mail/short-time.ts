import { formatDateTime } from '../../ui/dates/zone.ts'

/** The time for what came today, the day for the rest. */
export function shortTime(instant: string): string {
  const [day = '', time = ''] = formatDateTime(instant).split(' ')
  return formatDateTime(new Date().toISOString()).startsWith(day) ? time : day
}
