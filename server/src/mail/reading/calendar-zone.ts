/** Names of time zones that Outlook writes, for a calendar that does not say what they mean. */
const windowsZones: Record<string, string> = {
  'W. Europe Standard Time': 'Europe/Zurich',
  'Central Europe Standard Time': 'Europe/Zurich',
  'Central European Standard Time': 'Europe/Zurich',
  'Romance Standard Time': 'Europe/Paris',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kyiv',
  'GTB Standard Time': 'Europe/Bucharest',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Russian Standard Time': 'Europe/Moscow',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Arabian Standard Time': 'Asia/Dubai',
  'India Standard Time': 'Asia/Kolkata',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  UTC: 'UTC',
}
const home = 'Europe/Zurich'

/**
 * The instant at which clocks of a zone show `wall` (milliseconds as if they showed UTC). A name that the world does not
 * know means what the calendar, given by its lines, says of it.
 */
export function instantInZone(wall: number, name: string, calendar: readonly string[]): number {
  const ownOffset = isZone(name) ? null : offsetByRules(calendar, name, wall)
  if (ownOffset !== null) return wall - ownOffset
  const zone = windowsZones[name] ?? (isZone(name) ? name : home)
  return wall - offsetOf(zone, wall - offsetOf(zone, wall))
}

function isZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
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

/** By the VTIMEZONE of this name (RFC 5545): the offset of whichever of its times began last; null without one. */
function offsetByRules(calendar: readonly string[], name: string, wall: number): number | null {
  const own = calendar.findIndex((line) => /^TZID[:;]/i.test(line) && line.replace(/^[^:]*:/, '').trim() === name)
  if (own < 0) return null
  const end = calendar.findIndex((line, at) => at > own && /^END:VTIMEZONE/i.test(line))
  const times = calendar
    .slice(own, end < 0 ? undefined : end)
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

/** When a time of a zone began last before `wall`; once a year by its rule, else only once. */
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
