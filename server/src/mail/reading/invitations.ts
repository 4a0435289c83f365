import ICAL, { type Property, type Time } from 'ical.js'
import { readCalendar } from './calendar.ts'
import { instantInZone } from './calendar-zone.ts'
import type { ReadInvitation } from './message.ts'
import { asInstant, cut } from './storable.ts'

type Event = Omit<ReadInvitation, 'attachmentId'>

/** Returns the event of a calendar part (RFC 5545); null if it has none. */
export function readInvitation(text: string, method: string): Event | null {
  const calendar = readCalendar(text)
  const { event, zones } = calendar
  if (!event) return null
  const instant = (name: string) => {
    const property = event.get(name)
    const time = timeOf(property)
    return time && instantOf(time, (wall) => instantInZone(wall, parameter(property, 'tzid'), zones))
  }
  const startsAt = instant('dtstart')
  const organiser = event.get('organizer')
  return {
    method: cut((method || calendar.method).toUpperCase(), 50),
    title: cut(textOf(event.get('summary')), 500),
    startsAt: asInstant(startsAt),
    endsAt: asInstant(instant('dtend') ?? after(startsAt, event.get('duration'))),
    wholeDay: timeOf(event.get('dtstart'))?.isDate ?? false,
    place: cut(textOf(event.get('location')), 500),
    organiser: cut(parameter(organiser, 'cn') || textOf(organiser).replace(/^mailto:/i, ''), 320),
  }
}

/** Returns the value of a property; null if it cannot be read. */
function valueIn(property: Property | undefined): unknown {
  try {
    return property?.getFirstValue() ?? null
  } catch {
    return null
  }
}

const textOf = (property: Property | undefined) => {
  const value = valueIn(property)
  return typeof value === 'string' ? value.trim() : ''
}

function timeOf(property: Property | undefined): Time | null {
  const value = valueIn(property)
  return value instanceof ICAL.Time ? value : null
}

/** Returns an instant; null for a year outside 1000 to 9990. */
function instantOf(time: Time, inZone: (wall: number) => number): Date | null {
  if (time.year < 1000 || time.year > 9990) return null
  const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
  return new Date(time.zone === ICAL.Timezone.utcTimezone ? wall : inZone(wall))
}

const parameter = (property: Property | undefined, name: string) => String(property?.getParameter(name) ?? '').trim()

function after(start: Date | null, property: Property | undefined): Date | null {
  const duration = valueIn(property)
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : 0
  const end = new Date(seconds > 0 ? (start?.getTime() ?? Number.NaN) + seconds * 1000 : Number.NaN)
  return Number.isNaN(end.getTime()) ? null : end
}
