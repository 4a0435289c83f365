import type { Language } from '#contract/limits'
import { wordLocales } from '../../../ui/dates/locales.ts'

/** The period a calendar shows. */
export type CalendarView = 'month' | 'week' | 'day'
/** Days as yyyy-mm-dd, both inclusive. */
export interface Span {
  readonly start: string
  readonly end: string
}

/** Tests for a valid day, yyyy-mm-dd. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

const dayMs = 86_400_000
const at = (day: string) => new Date(`${day}T00:00:00Z`)
const toDay = (instant: number | Date) => new Date(instant).toISOString().slice(0, 10)

const addDays = (day: string, count: number) => toDay(at(day).getTime() + count * dayMs)
/** Returns the weekday, 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string) => at(day).getUTCDay() || 7
const mondayOf = (day: string) => addDays(day, 1 - weekdayOf(day))

function monthAt(day: string, offset: number) {
  const date = at(day)
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1))
}

/** Returns the days a view shows; a month includes its whole first and last week. */
export function shownSpan(view: CalendarView, day: string): Span {
  if (view === 'day') return { start: day, end: day }
  if (view === 'week') return { start: mondayOf(day), end: addDays(mondayOf(day), 6) }
  const last = addDays(monthAt(day, 1), -1)
  return { start: mondayOf(monthAt(day, 0)), end: addDays(mondayOf(last), 6) }
}

/** Returns the days of a view itself, without those of adjacent months. */
export function ownSpan(view: CalendarView, day: string): Span {
  if (view !== 'month') return shownSpan(view, day)
  return { start: monthAt(day, 0), end: addDays(monthAt(day, 1), -1) }
}

/** Returns the day the next (1) or previous (-1) view starts from. */
export function stepFrom(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === 'month') return monthAt(day, direction)
  return addDays(day, direction * (view === 'week' ? 7 : 1))
}

export function daysOf({ start, end }: Span): string[] {
  const count = Math.round((at(end).getTime() - at(start).getTime()) / dayMs) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, index) => addDays(start, index))
}

/** Returns the week number by ISO 8601: a week belongs to the year of its Thursday. */
export function weekNumberOf(day: string): number {
  const thursday = addDays(mondayOf(day), 3)
  return Math.floor((at(thursday).getTime() - Date.UTC(at(thursday).getUTCFullYear(), 0, 1)) / dayMs / 7) + 1
}

const format = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(wordLocales[language], { timeZone: 'UTC', ...options })

export const monthTitle = (day: string, language: Language) =>
  format(language, { month: 'long', year: 'numeric' }).format(at(day))
/** Formats a day: Montag, 14. Dezember 2026 */
export const longDay = (day: string, language: Language) =>
  format(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(at(day))
export const daySpanTitle = ({ start, end }: Span, language: Language) =>
  format(language, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(at(start), at(end))
