import { phoneNeedle } from '../../contacts/contacts.ts'

/** What a term is by its shape, apart from being words. */
export interface Recognised {
  /** A whole e-mail address, in lower case. */
  readonly email: string | null
  /** The digits of a telephone number without its prefix. */
  readonly phone: string | null
  readonly zipCode: string | null
  /** As yyyy-mm-dd. */
  readonly date: string | null
}

export function recognise(term: string): Recognised {
  const text = term.trim()
  const isPhone = /^[+(\d][\d\s()/.-]*$/.test(text) && !isDate(text)
  const digits = isPhone ? phoneNeedle(text).replace(/^0+/, '') : ''
  return {
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text.toLowerCase() : null,
    phone: digits.length >= 5 ? digits : null,
    zipCode: /^\d{4,5}$/.test(text) ? text : null,
    date: isDate(text),
  }
}

/** 1.3.26 and 01.03.2026 are days; what is none of the calendar is no date. */
function isDate(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(text) ?? []
  if (!day) return null
  const whole = year.length === 2 ? `20${year}` : year
  const date = new Date(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`)
  return date.getUTCDate() === Number(day) && date.getUTCMonth() + 1 === Number(month)
    ? date.toISOString().slice(0, 10)
    : null
}
