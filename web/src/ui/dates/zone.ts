import { defaultTimeZone } from '#contract/limits'
import { formatWallTime } from './parse-date.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string) {
  let format = formats.get(zone)
  if (!format) {
    // the Swedish format is 2026-03-01 14:30:00
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(zone, format)
  }
  return format
}

/** Converts an instant to the wall time of a zone, yyyy-mm-ddTHH:mm. */
export const toWallTime = (instant: string, zone = defaultTimeZone) =>
  formatIn(zone).format(new Date(instant)).slice(0, 16).replace(' ', 'T')

/** Converts a wall time to an instant; undefined in the hour skipped in spring. In the repeated hour, the first. */
export function toInstant(wallTime: string, zone = defaultTimeZone) {
  const asUtc = Date.parse(`${wallTime}:00Z`)
  const offsets = [-1, 1].map((side) => {
    const probe = asUtc + side * 86_400_000
    return Date.parse(`${formatIn(zone).format(probe).replace(' ', 'T')}Z`) - probe
  })
  const instants = offsets.map((offset) => asUtc - offset).sort((a, b) => a - b)
  const found = instants.find((instant) => toWallTime(new Date(instant).toISOString(), zone) === wallTime)
  return found === undefined ? undefined : new Date(found).toISOString()
}

export function isInstant(value: string) {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}

/** Formats an instant as dd.MM.yyyy HH:mm in the time zone of the company, or in `zone`. */
export const formatDateTime = (instant: string, zone = defaultTimeZone) =>
  isInstant(instant) ? formatWallTime(toWallTime(instant, zone)) : instant

/** Formats an instant like `formatDateTime`, but omits midnight, which means a day without a time. */
export const formatOptionalTime = (instant: string, zone = defaultTimeZone) =>
  formatDateTime(instant, zone).replace(/ 00:00$/, '')
