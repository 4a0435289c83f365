import { checkEori, checkUid, phoneNeedle } from '../../contacts/contacts.ts'
import { wordsOf } from '../../db/words.ts'

/** What a term is by its shape, apart from being words. */
export interface Recognised {
  /** A whole e-mail address, in lower case. */
  readonly email: string | null
  /** The digits of a telephone number without its prefix. */
  readonly phone: string | null
  readonly zipCode: string | null
  /** A number that may be for taxes or for customs, as contacts keep either. */
  readonly taxNumber: string | null
  readonly eori: string | null
  /** As yyyy-mm-dd. */
  readonly date: string | null
}

/** What was typed, without what stands beside a number or address that was copied: `tel:`, «Tél.», `mailto:`, a comma behind it. */
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

/** CHE-123.456.788 MWST, DE 123456789, ATU12345678, and EORI numbers: a country, and seven digits or more. */
const isOfCountry = (text: string) =>
  /^(che|[a-z]{2})[\s.-]?([a-z][\s.-]?|[a-z]{2})?\d[\da-z\s./-]*$/i.test(text) && text.replace(/\D/g, '').length >= 7

/** 1.3.26, 01.03.2026, 1/3/2026 and 2026-03-01 are days; what is none of the calendar is no date. */
function isDate(text: string): string | null {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)?.filter((_, at) => at !== 2) ?? []
  const [iso] = /^\d{4}-\d{2}-\d{2}$/.exec(text) ?? []
  if (!day && !iso) return null
  const whole = iso ?? `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${whole}T00:00:00Z`)
  // The calendar of the database begins with the year 1.
  return date.getUTCFullYear() > 0 && date.toISOString().startsWith(whole) ? whole : null
}

/** A day in the ways in which it stands in texts. */
export function writtenDays(date: string): string[] {
  const [year = '', month = '', day = ''] = date.split('-')
  const short = year.slice(2)
  const plain = `${Number(day)}.${Number(month)}`
  return [`${day}.${month}.${year}`, date, `${day}.${month}.${short}`, `${plain}.${year}`, `${plain}.${short}`]
}

/** What texts hold that a term finds: all of its words, or a day in one of the ways to write it. */
export const soughtIn = (term: string, { date }: Recognised): string[] => (date ? writtenDays(date) : wordsOf(term))
