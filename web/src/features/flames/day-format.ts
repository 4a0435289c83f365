import { formatDateTime } from '../../ui/dates/zone.ts'

/** dd.MM.yyyy HH:mm; midnight means a day without a time. */
export const formatDay = (instant: string): string => formatDateTime(instant).replace(/ 00:00$/, '')
