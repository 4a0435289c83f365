import { formatDateTime } from '../../ui/dates/zone.ts'

/** Formats an instant: the time if it is today, else the date. */
export function shortTime(instant: string): string {
  const [day = '', time = ''] = formatDateTime(instant).split(' ')
  return formatDateTime(new Date().toISOString()).startsWith(day) ? time : day
}
