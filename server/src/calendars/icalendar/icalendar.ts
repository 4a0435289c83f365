import ICAL from 'ical.js'

// A line holds 75 octets; the library does not count the space that begins a continuation line.
ICAL.foldLength = 74

/** An event of an iCalendar object (RFC 5545). */
export interface CalendarEvent {
  /** Stays the same when the event changes. */
  readonly uid: string
  /** Number of changes. */
  readonly sequence: number
  /** Time of the last change. */
  readonly stamp: Date
  /** Instants, or `yyyy-mm-dd` for whole days; the end is then the day after the last one. */
  readonly start: string
  readonly end: string
  readonly title: string
  readonly place?: string
  readonly description?: string
  readonly cancelled?: boolean
  /** Address of a page about the event. */
  readonly url?: string
  /** Name and e-mail address. */
  readonly organizer?: { readonly name: string; readonly address: string }
  readonly attendee?: { readonly name: string; readonly address: string }
}

/**
 * Returns an iCalendar object: with a method one of RFC 5546, on which mail programs act, otherwise a published
 * calendar with its name. Instants are in UTC, so no time zone definition is needed.
 */
export function iCalendar(
  events: readonly CalendarEvent[],
  { method, name }: { readonly method?: 'REQUEST' | 'CANCEL'; readonly name?: string },
): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.updatePropertyWithValue('version', '2.0')
  calendar.updatePropertyWithValue('prodid', '-//Glut//Glut//DE')
  calendar.updatePropertyWithValue('calscale', 'GREGORIAN')
  if (method) calendar.updatePropertyWithValue('method', method)
  if (name) calendar.updatePropertyWithValue('x-wr-calname', name)
  for (const event of events) calendar.addSubcomponent(component(event))
  return `${calendar.toString()}\r\n`
}

function component(event: CalendarEvent) {
  const made = new ICAL.Component('vevent')
  made.updatePropertyWithValue('uid', event.uid)
  made.updatePropertyWithValue('sequence', event.sequence)
  made.updatePropertyWithValue('dtstamp', instant(event.stamp))
  made.updatePropertyWithValue('dtstart', time(event.start))
  made.updatePropertyWithValue('dtend', time(event.end))
  made.updatePropertyWithValue('summary', event.title)
  if (event.place) made.updatePropertyWithValue('location', event.place)
  if (event.description) made.updatePropertyWithValue('description', event.description)
  made.updatePropertyWithValue('status', event.cancelled ? 'CANCELLED' : 'CONFIRMED')
  if (event.url) made.updatePropertyWithValue('url', event.url)
  if (event.organizer) made.addProperty(person('organizer', event.organizer))
  if (event.attendee) made.addProperty(person('attendee', event.attendee))
  return made
}

function person(kind: 'organizer' | 'attendee', { name, address }: { name: string; address: string }) {
  const property = new ICAL.Property(kind)
  property.setValue(`mailto:${address}`)
  // A parameter value cannot contain these characters.
  const plain = name.replace(/["\p{Cc}]/gu, ' ').trim()
  if (plain) property.setParameter('cn', plain)
  if (kind === 'attendee') {
    property.setParameter('partstat', 'ACCEPTED')
    property.setParameter('rsvp', 'FALSE')
  }
  return property
}

const instant = (at: Date) => ICAL.Time.fromJSDate(at, true)
const time = (at: string) => (at.includes('T') ? instant(new Date(at)) : ICAL.Time.fromDateString(at))
