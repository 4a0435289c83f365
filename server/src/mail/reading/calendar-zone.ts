import { findIana } from 'windows-iana'
import { defaultTimeZone } from '#contract/limits'

/**
 * Returns the instant at which clocks of a zone show `wall` (milliseconds as if they showed UTC). An unknown name is
 * resolved by the calendar's own definition (`rules`), else as a Windows zone, by its name or by how Windows shows it.
 */
export function instantInZone(wall: number, name: string, rules: ReadonlyMap<string, readonly string[]>): number {
  const ownOffset = isZone(name) ? null : offsetByRules(rules.get(name) ?? [], wall)
  if (ownOffset !== null) return wall - ownOffset
  // Programs prefix names with their own: /mozilla.org/20050126_1/Europe/London, tzone://Microsoft/Utc.
  const candidates = [name, ...(/\/([^/]+\/[^/]+)$/.exec(name)?.slice(1) ?? []), name.replace(/^.*\//, '')]
  const zone = candidates.find(isZone) ?? zoneOfWindows(name) ?? zoneAsShown(name) ?? defaultTimeZone
  return wall - offsetOf(zone, wall - offsetOf(zone, wall))
}

function isZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const zoneOfWindows = (name: string): string | undefined => findIana(name, 'CH')[0] ?? findIana(name)[0]

/** Zones by the city of their name. */
const zonesOfCities = new Map(
  Intl.supportedValuesOf('timeZone').map((zone) => [
    zone.replace(/^.*\//, '').replaceAll('_', ' ').toLowerCase(),
    zone,
  ]),
)

/**
 * Resolves a zone as Windows shows it to people: «(UTC-05:00) Eastern Time (US & Canada)» by its name, «(GMT+01.00)
 * Amsterdam / Bern / Berlin» by a city that is the name of a zone, and others by their offset.
 */
function zoneAsShown(shown: string): string | undefined {
  const [, offset = '', rest = ''] = /^\s*(?:\((?:UTC|GMT)\s*([^()]{0,10})\))?(.{1,150})/is.exec(shown) ?? []
  const name = rest.replace(/\([^()]*\)/g, '').trim()
  const region = /^(.{1,40}?) (?:(?:standard|daylight) )?time$/i.exec(name)?.[1]
  const cities = name.split(/[,/:]/).map((city) => city.trim().toLowerCase())
  const city = cities.find((one) => zonesOfCities.has(one))
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d\d?)(?:[:.](\d\d))?$/.exec(offset) ?? []
  const fixed = `${sign}${hours.padStart(2, '0')}:${minutes}`
  return (
    (region && zoneOfWindows(`${region} Standard Time`)) ??
    (city && zonesOfCities.get(city)) ??
    (sign && isZone(fixed) ? fixed : undefined)
  )
}

/** Returns the offset of a zone from UTC at an instant, in milliseconds. */
function offsetOf(timeZone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second')) - instant
}

/**
 * Returns the offset by the lines of a VTIMEZONE (RFC 5545), from the period that began last; null if it has none.
 * Calendar libraries iterate such rules year by year, so that a crafted rule keeps them busy for minutes.
 */
function offsetByRules(zone: readonly string[], wall: number): number | null {
  const times = zone
    .join('\n')
    .split(/^BEGIN:(?:STANDARD|DAYLIGHT)\s*$/im)
    .slice(1)
    .flatMap((rule) => {
      const offset = offsetIn(rule)
      return offset === null ? [] : [{ offset, since: latestBeginning(rule, wall) }]
    })
  return times.sort((a, b) => b.since - a.since)[0]?.offset ?? null
}

const field = (rule: string, name: string) => new RegExp(`^${name}(?:;[^:\n]*)?:(.*)$`, 'im').exec(rule)?.[1] ?? ''

function offsetIn(rule: string): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)/.exec(field(rule, 'TZOFFSETTO')) ?? []
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : null
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Returns the latest beginning of a period before `wall`: yearly by its rule, or else only once. */
function latestBeginning(rule: string, wall: number): number {
  const [, year = 1601, month = 1, day = 1, hour = 0, minute = 0] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(field(rule, 'DTSTART'))?.map(Number) ?? []
  const begun = Date.UTC(year, month - 1, day, hour, minute)
  const [, nth, weekday = ''] = /BYDAY=([+-]?\d)([A-Z]{2})/i.exec(field(rule, 'RRULE')) ?? []
  const inMonth = Number(/BYMONTH=(\d+)/i.exec(field(rule, 'RRULE'))?.[1] ?? 0)
  if (!nth || !inMonth || begun > wall) return begun > wall ? Number.NEGATIVE_INFINITY : begun
  const inYear = (of: number) => {
    const n = Number(nth)
    const from = new Date(Date.UTC(of, n > 0 ? inMonth - 1 : inMonth, n > 0 ? 1 : 0, hour, minute))
    const away = weekdays.indexOf(weekday.toUpperCase()) - from.getUTCDay()
    const days = n > 0 ? ((away + 7) % 7) + (n - 1) * 7 : -((7 - away) % 7) + (n + 1) * 7
    return from.getTime() + days * 86_400_000
  }
  const thisYear = inYear(new Date(wall).getUTCFullYear())
  return thisYear <= wall ? thisYear : inYear(new Date(wall).getUTCFullYear() - 1)
}
