import { instantInZone } from './calendar-zone.ts'
import type { ReadInvitation } from './message.ts'

type Event = Omit<ReadInvitation, 'attachmentId'>

/** What a calendar part (RFC 5545) invites to; null when it holds no event. */
export function readInvitation(calendar: string, method: string): Event | null {
  const lines = calendar
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
  const begin = lines.findIndex((line) => /^BEGIN:VEVENT\s*$/i.test(line))
  if (begin < 0) return null
  const end = lines.findIndex((line, at) => at > begin && /^END:VEVENT\s*$/i.test(line))
  const event = lines.slice(begin, end < 0 ? undefined : end)
  const start = property(event, 'DTSTART')
  const wholeDay = start !== null && (/VALUE=DATE(;|$)/i.test(start.parameters) || /^\d{8}$/.test(start.value))
  const organiser = property(event, 'ORGANIZER')
  const startsAt = start && instantOf(start, lines)
  return {
    method: (method || (property(lines, 'METHOD')?.value ?? '')).toUpperCase().slice(0, 50),
    title: textOf(property(event, 'SUMMARY')).slice(0, 500),
    startsAt,
    endsAt: endOf(event, startsAt, lines),
    wholeDay,
    place: textOf(property(event, 'LOCATION')).slice(0, 500),
    organiser: (parameter(organiser, 'CN') || (organiser?.value ?? '').replace(/^mailto:/i, '')).slice(0, 320),
  }
}

interface Property {
  readonly parameters: string
  readonly value: string
}

function property(lines: readonly string[], name: string): Property | null {
  for (const line of lines) {
    const [, found, parameters = '', value = ''] = /^([\w-]+)((?:;(?:[^:"]|"[^"]*")*)?):(.*)$/.exec(line) ?? []
    if (found?.toUpperCase() === name) return { parameters: parameters.slice(1), value: value.trim() }
  }
  return null
}

function parameter(of: Property | null, name: string): string {
  const found = new RegExp(`(?:^|;)${name}=(?:"([^"]*)"|([^;]*))`, 'i').exec(of?.parameters ?? '')
  return (found?.[1] ?? found?.[2] ?? '').trim()
}

const textOf = (of: Property | null) =>
  (of?.value ?? '')
    .replace(/\\n/gi, '\n')
    .replace(/\\([,;\\])/g, '$1')
    .trim()

function endOf(event: readonly string[], startsAt: string | null, calendar: readonly string[]): string | null {
  const end = property(event, 'DTEND')
  if (end) return instantOf(end, calendar)
  const [, weeks, days, hours, minutes] =
    /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/i.exec(property(event, 'DURATION')?.value ?? '') ??
    []
  if (!startsAt || ![weeks, days, hours, minutes].some(Boolean)) return null
  const total = ((Number(weeks ?? 0) * 7 + Number(days ?? 0)) * 24 + Number(hours ?? 0)) * 60 + Number(minutes ?? 0)
  return new Date(Date.parse(startsAt) + total * 60_000).toISOString()
}

function instantOf(of: Property, calendar: readonly string[]): string | null {
  const [, year, month, day, hour = '0', minute = '0', second = '0', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(of.value) ?? []
  if (!year) return null
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  if (Number.isNaN(wall)) return null
  if (utc) return new Date(wall).toISOString()
  return new Date(instantInZone(wall, parameter(of, 'TZID'), calendar)).toISOString()
}
