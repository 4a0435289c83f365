import { defaultTimeZone, type Language } from '#contract/limits'
import { wordLocales } from '../../../ui/dates/locales.ts'

const inZurich = (language: Language, how: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(wordLocales[language], { timeZone: defaultTimeZone, ...how })

/** Formats a day: «Dienstag, 7. März 2034». */
export const longDay = (instant: string, language: Language): string =>
  inZurich(language, { dateStyle: 'full' }).format(new Date(instant))

/** Formats a day: «Di., 7. März», «Di., 5. Dez.» */
export const shortDay = (instant: string, language: Language): string =>
  inZurich(language, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(instant))

/** Formats a time: «09:00» */
export const clock = (instant: string, language: Language): string =>
  inZurich(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(instant))

const zurichDay = inZurich('DE', { year: 'numeric', month: '2-digit', day: '2-digit' })

/** Returns the day in Zurich, yyyy-mm-dd. */
export const dayOf = (instant: string): string => {
  const parts = Object.fromEntries(zurichDay.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}

/** Returns the current day in Zurich. */
export const today = (): string => dayOf(new Date().toISOString())

/** Adds days to yyyy-mm-dd. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
