import { checkEori, checkUid, phoneNeedle } from '../../contacts/contacts.ts'
import { wordsOf } from '../../db/words.ts'

/** What a term is by its form, apart from words. */
export interface Recognised {
  /** A complete e-mail address, in lower case. */
  readonly email: string | null
  /** Digits of a telephone number without leading zeros or `00` prefix. */
  readonly phone: string | null
  readonly zipCode: string | null
  /** A tax number in the form in which contacts store it; `eori` is the same term as a customs number. */
  readonly taxNumber: string | null
  readonly eori: string | null
  /** In the form yyyy-mm-dd. */
  readonly date: string | null
}

/** Strips what is copied along with a number or address: `tel:`, «Tél.», `mailto:`, a trailing comma. */
export const bareTerm = (typed: string): string =>
  typed
    .trim()
    .replace(/^(mailto:|t[eé]l(efon|ephone|éphone)?[.:]*\s*(?=[+(\d]))/i, '')
    .replace(/(?<![\s,;])[\s,;]+$/, '')

export function recognise(term: string): Recognised {
  const text = term.trim()
  const isPhone = /^[+(\d][\d\s()/.-]*$/.test(text) && !isDate(text)
  const digits = isPhone ? phoneNeedle(text).replace(/^0+/, '') : ''
  return {
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text.toLowerCase() : null,
    phone: digits.length >= 5 ? digits : null,
    zipCode: /^\d{4,5}$/.test(text) ? text : null,
    taxNumber: isOfCountry(text) ? checkUid(text).value : null,
    eori: isOfCountry(text) ? checkEori(text).value : null,
    date: isDate(text),
  }
}

/** CHE-123.456.788 MWST, DE 123456789, ATU12345678 and EORI numbers: a country and at least seven digits. */
const isOfCountry = (text: string) =>
  /^(che|[a-z]{2})[\s.-]?([a-z][\s.-]?|[a-z]{2})?\d[\da-z\s./-]*$/i.test(text) && text.replace(/\D/g, '').length >= 7

/** Returns the day of 1.3.26, 01.03.2026, 1/3/2026 or 2026-03-01; null for other texts and impossible days. */
function isDate(text: string): string | null {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)?.filter((_, at) => at !== 2) ?? []
  const [iso] = /^\d{4}-\d{2}-\d{2}$/.exec(text) ?? []
  if (!day && !iso) return null
  const whole = iso ?? `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${whole}T00:00:00Z`)
  // PostgreSQL has no year 0.
  return date.getUTCFullYear() > 0 && date.toISOString().startsWith(whole) ? whole : null
}

/** Returns a day in the notations that texts use. */
export function writtenDays(date: string): string[] {
  const [year = '', month = '', day = ''] = date.split('-')
  const short = year.slice(2)
  const plain = `${Number(day)}.${Number(month)}`
  return [`${day}.${month}.${year}`, date, `${day}.${month}.${short}`, `${plain}.${year}`, `${plain}.${short}`]
}

/** Returns the texts to look for: all words, or the notations of a day, any of which is a match. */
export const soughtIn = (term: string, { date }: Recognised): string[] => (date ? writtenDays(date) : wordsOf(term))
