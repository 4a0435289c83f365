import ICAL, { type Property } from 'ical.js'
import { decodeText } from './charset.ts'

/** A calendar part (RFC 5545), as far as invitations need it. */
export interface Calendar {
  readonly method: string
  /** Properties of its first event by their lower-case names; null if it has no event. */
  readonly event: ReadonlyMap<string, Property> | null
  /** Lines that define time zones, by the names of the zones. */
  readonly zones: ReadonlyMap<string, readonly string[]>
}

const wanted = /^(SUMMARY|DTSTART|DTEND|DURATION|LOCATION|ORGANIZER)[;:]/i

/** Reads a calendar line by line, so that an invalid line affects only itself. */
export function readCalendar(text: string): Calendar {
  const within: string[] = []
  const zones = new Map<string, string[]>()
  const event = new Map<string, Property>()
  let events = 0
  let method = ''
  let zone: string[] | null = null
  for (const line of unfolded(text)) {
    const [, what = '', name = ''] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line)?.map((part) => part.toUpperCase()) ?? []
    if (what === 'BEGIN') {
      within.push(name)
      if (name === 'VEVENT') events += 1
      if (name === 'VTIMEZONE') zone = []
    }
    if (what === 'END') {
      within.pop()
      if (name === 'VTIMEZONE') zone = null
    }
    if (zone) {
      zone.push(line)
      if (/^TZID[;:]/i.test(line)) zones.set(line.replace(/^[^:]*:/, '').trim(), zone)
    } else if (within.at(-1) === 'VEVENT' && events === 1 && wanted.test(line)) {
      const property = propertyOf(line)
      if (property && !event.has(property.name)) event.set(property.name, property)
    } else if (/^METHOD:/i.test(line)) {
      method ||= line.slice('METHOD:'.length).trim()
    }
  }
  return { method, event: events > 0 ? event : null, zones }
}

const quoted = /;ENCODING=QUOTED-PRINTABLE(?=[;:])/i

/** Returns the lines of a calendar; a property of vCalendar 1.0 may be folded as Quoted-Printable. */
function unfolded(text: string): string[] {
  const lines: string[] = []
  let inQuoted = false
  let goesOn = false
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const folded = !goesOn && /^[ \t]/.test(line)
    if (!goesOn && !folded) {
      inQuoted = isQuoted(line)
      lines.push('')
    }
    goesOn = inQuoted && line.endsWith('=')
    lines.push(`${lines.pop() ?? ''}${line.slice(folded ? 1 : 0, goesOn ? -1 : undefined)}`)
  }
  return lines
}

const isQuoted = (line: string) => quoted.test(line.slice(0, line.indexOf(':') + 1))

function propertyOf(written: string): Property | null {
  const line = /^DT/i.test(written) ? plainTime(written) : unquoted(written)
  if (/^DT/i.test(line) && !isPossible(line)) return null
  // Some senders omit VALUE=DATE for a day.
  const said = line
    .trim()
    .replace(/^(DTSTART|DTEND):(?=\d{8}$)/i, '$1;VALUE=DATE:')
    // Some omit the quotes around a zone name with a colon: tzone://Microsoft/Utc.
    .replace(/;TZID=([^":;]+:[^":;]+)(?=[:;])/i, ';TZID="$1"')
  try {
    return ICAL.Property.fromString(said)
  } catch {
    return null
  }
}

/** Writes a time without marks and with its seconds, as the library expects it. */
const plainTime = (line: string) =>
  line.replace(
    /:(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d{1,9})?)?(z?)\s*$/i,
    (_, year, month, day, hour, minute, second = '00', utc: string) =>
      `:${year}${month}${day}T${hour}${minute}${second}${utc.toUpperCase()}`,
  )

/** Decodes the value of a property that is in Quoted-Printable. */
function unquoted(line: string): string {
  if (!isQuoted(line) || /[^\0-\x7f]/.test(line)) return line
  const at = line.indexOf(':')
  const bytes = line
    .slice(at)
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const [, charset] = /;CHARSET=([\w-]+)/i.exec(line.slice(0, at)) ?? []
  return (
    line.slice(0, at).replace(quoted, '') +
    decodeText(Buffer.from(bytes, 'latin1'), charset).text.replace(/\r?\n/g, ' ')
  )
}

/** Whether a time is on an existing day: the library reads 99.99.2026 as 11 June 2034. */
function isPossible(line: string): boolean {
  const found = /:(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?Z?)?\s*$/i.exec(line)
  if (!found) return true
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day))
  // A day may end at 24:00, and a minute have a leap second.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour <= 24 && minute < 60 && second <= 60
}
