import type { Language } from '#contract/limits'
import { fold } from '../text/find.ts'
import { locales } from './locales.ts'
import { daysInMonth, type Parsed, parseDate } from './parse-date.ts'

/**
 * Parses a date or a short form: a day and month (its next occurrence), a weekday (the next one, never today), words
 * such as «morgen», or a number of days from today (+7).
 */
export function parseDay(text: string, today: string, language: Language): Parsed {
  const parsed = parseDate(text)
  if (!parsed.error) return parsed
  const value = nextSuchDay(text.trim(), today) ?? dayAway(text, today, language)
  return value === undefined ? parsed : { value }
}

function nextSuchDay(text: string, today: string) {
  const [, day, month] = /^(\d{1,2})\.(\d{1,2})\.?$/.exec(text) ?? []
  if (!day || !month) return undefined
  // 29 February: leap years can be eight years apart
  for (let year = Number(today.slice(0, 4)), last = year + 8; year <= last; year++) {
    const { value } = Number(day) > daysInMonth(year, Number(month)) ? {} : parseDate(`${day}.${month}.${year}`)
    if (value && value >= today) return value
  }
  return undefined
}

function dayAway(text: string, today: string, language: Language) {
  const [signed] = /^[+-]\d{1,4}$/.exec(text.trim()) ?? []
  const days = signed === undefined ? daysOf(plain(text), today, language) : Number(signed)
  if (days === undefined) return undefined
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

function daysOf(word: string, today: string, language: Language) {
  if (word.length < 2) return undefined
  const { near, weekdays } = wordsOf(language)
  const named = near.get(word)
  if (named !== undefined) return named
  const weekday = weekdays.findIndex((name) => name.startsWith(word))
  if (weekday < 0) return undefined
  return ((weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
}

const plain = (text: string) => fold(text.trim()).replace(/[’'.]/g, '')
const known = new Map<Language, ReturnType<typeof readWords>>()

function wordsOf(language: Language) {
  const words = known.get(language) ?? readWords(locales[language])
  known.set(language, words)
  return words
}

/** Returns the words for near days and weekdays in a language, taken from the browser. */
function readWords(locale: string) {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return {
    near: new Map([-2, -1, 0, 1, 2].map((days) => [plain(relative.format(days, 'day')), days])),
    // 1 January 2023 was a Sunday
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((day) => plain(name.format(Date.UTC(2023, 0, day)))),
  }
}
