import { defaultTimeZone } from '#contract/limits'
import { lookupTable } from '../../lookup-table.ts'
import { instantInZone } from './calendar-zone.ts'
import { asInstant } from './storable.ts'

const mostLooked = 1000
/** Beginnings of the months in English, German, French and Italian, without accents. */
const months = [
  /^(jan|gen|janner)/,
  /^(feb|fev)/,
  /^(mar|mrz|maerz)/,
  /^(apr|avr)/,
  /^(may|mai|mag)/,
  /^(jun|juin|giu)/,
  /^(jul|juil|lug)/,
  /^(aug|aou|ago)/,
  /^(sep|set)/,
  /^(oct|okt|ott)/,
  /^nov/,
  /^(dec|dez|dic)/,
]
/** Hours ahead of UTC. */
const zones = lookupTable<number>({
  ...{
    ut: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    mez: 1,
    met: 1,
    cest: 2,
    mesz: 2,
    mest: 2,
    eet: 2,
    eest: 3,
  },
  ...{ msk: 3, ist: 5.5, hkt: 8, sgt: 8, jst: 9, kst: 9, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
})

/** Returns the instant of a date header, in the format of mail or of careless programs; null if it is none. */
export function mailDate(value = ''): string | null {
  const said = value
    .slice(0, mostLooked)
    .replace(/\([^()]*\)|"/g, ' ')
    .trim()
  const wall = wallTime(said)
  if (wall) return Number.isNaN(wall.at) ? null : asInstant(new Date(wall.at - offset(wall.zone, wall.at)))
  return asInstant(/\d{4}/.test(said) && !/:[6-9]\d/.test(said) ? new Date(said) : null)
}

/** Returns the local time as if it were UTC (NaN for an impossible one), and the zone that follows. */
function wallTime(said: string): { at: number; zone: string } | null {
  const found = inWords(said) ?? inNumbers(said) ?? asInC(said)
  const time = /(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?(?:[.,]\d+)?\s*([ap]\.?m\b)?(.*)$/i.exec(found?.rest ?? '')
  if (!found || !time) return null
  const [, hour = '', minute = '', second = '0', half = '', zone = ''] = time
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour)
  const [day, month, year] = [Number(found.day), found.month, fullYear(found.year)]
  const at = Date.UTC(year, month, day, hours, Number(minute), Number(second))
  const isDay = new Date(Date.UTC(year, month, day)).getUTCDate() === day
  // 24:00 is the beginning of the next day, and second 60 a leap second.
  const isTime = hours * 60 + Number(minute) <= 24 * 60 && Number(minute) < 60 && Number(second) <= 60
  return { at: isDay && isTime ? at : Number.NaN, zone: zone.trim() }
}

interface Day {
  readonly day: string
  readonly month: number
  readonly year: string
  readonly rest: string
}

/** Reads a day such as 2 Nov 2026. */
function inWords(said: string): Day | null {
  const [, day = '', name = '', year = '', rest = ''] =
    /\b(\d{1,2})[\s.-]+(\p{L}{3,})\.?[\s,-]+(\d{2,4})\b(.*)$/u.exec(said) ?? []
  return known({ day, month: nthMonth(name), year, rest })
}

/** Reads a day such as 2.11.2026, 2026-11-02 or 2/11/2026. */
function inNumbers(said: string): Day | null {
  const found =
    /\b(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})\b(?<rest>.*)$/.exec(said) ??
    /\b(?<year>\d{4})(?<mark>[-/])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?=[T\s])(?<rest>.*)$/i.exec(said) ??
    /\b(?<day>\d{1,2})(?<slash>\/)(?<month>\d{1,2})\/(?<year>\d{4})\b(?<rest>.*)$/.exec(said)
  const { day = '', month = '', year = '', rest = '' } = found?.groups ?? {}
  const [first, second] = found?.groups?.slash && isMonthFirst(day, month, rest) ? [month, day] : [day, month]
  return known({ day: first, month: Number(second) - 1, year, rest })
}

/** Whether 8/3/2026 is 3 August: so write Americans, who count the hours to twelve. */
const isMonthFirst = (first: string, second: string, rest: string) =>
  Number(second) > 12 || (Number(first) <= 12 && /\d\s?[ap]\.?m\b/i.test(rest))

/** Reads a day such as Nov 2 10:00:00 CET 2026. */
function asInC(said: string): Day | null {
  const [, name = '', day = '', time = '', year = '', zone = ''] =
    /(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d\d?:.*?)\s(\d{4})\b(.*)$/u.exec(said) ?? []
  return known({ day, month: nthMonth(name), year, rest: `${time} ${zone}` })
}

const known = (found: Day) => (found.month >= 0 && found.month < 12 ? found : null)

const nthMonth = (name: string) => {
  const plain = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return months.findIndex((month) => month.test(plain))
}

/** Completes a year of two or three digits (RFC 5322, 4.3). */
function fullYear(year: string): number {
  if (year.length > 3) return Number(year)
  return Number(year) + (year.length === 2 && Number(year) < 50 ? 2000 : 1900)
}

/** Returns the offset of a zone in milliseconds; the default zone's if unknown, UTC for a single letter (RFC 5322). */
function offset(zone: string, wall: number): number {
  const [, sign, hours, minutes = '0'] =
    /(?:^|[A-Z\s])([+-])(\d{1,2}):?(\d\d)?(?!\d)/i.exec(zone) ?? /^()(\d\d)(\d\d)$/.exec(zone) ?? []
  if (hours) {
    const minutesAhead = Number(hours) * 60 + Number(minutes)
    return minutesAhead > 14 * 60 ? 0 : (sign === '-' ? -1 : 1) * minutesAhead * 60_000
  }
  const name = /^[a-z]+(?![\w/])/i.exec(zone)?.[0].toLowerCase() ?? ''
  const known = zone.trim().length === 1 ? 0 : zones.get(name)
  return known === undefined ? wall - instantInZone(wall, zone || defaultTimeZone, new Map()) : known * 3_600_000
}
