import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'

export interface Phone {
  /** E.164 where the text can be read as a number, otherwise the text with single blanks. */
  readonly number: string
  /** As people in its country write it, digits only; what it is found by beside E.164. */
  readonly national: string
}

/** Reads a number in any notation; null when it holds fewer than two digits. `country` is for numbers without prefix. */
export function readPhone(typed: string, country = 'CH'): Phone | null {
  const text = typed.replace(/\(0\)/g, '').replace(/\s+/g, ' ').trim()
  const digits = digitsOf(text)
  if (digits.length < 2) return null
  const from: CountryCode = isSupportedCountry(country) ? country : 'CH'
  const parsed = parsePhoneNumberFromString(text.replace(/^00/, '+'), from)
  if (!parsed?.isPossible() || isTwo(parsed)) return { number: text, national: digits }
  return { number: parsed.number, national: digitsOf(parsed.formatNational()) }
}

/** `044 555 41 18 / 19` has as many digits as a voice mail, whose numbers begin otherwise. */
const isTwo = ({ countryCallingCode, nationalNumber }: PhoneNumber) =>
  countryCallingCode === '41' && nationalNumber.startsWith('0')

/** The digits that a search for a number looks for, whatever the notation: `+41 (0)79`, `0041 79` and `079` agree. */
export function phoneNeedle(typed: string): string {
  const digits = digitsOf(typed.replace(/\(0\)/g, ''))
  return /^\s*00/.test(typed) ? digits.slice(2) : digits
}

/** As people write a number in E.164: in one, and in the groups of its country, with and without its prefix. */
export function notationsOfPhone(number: string): string[] {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed) return [number]
  const national = parsed.formatNational()
  return [...new Set([number, national, digitsOf(national), parsed.formatInternational()])]
}

/** A line of text, with dots for the numbers in it; what comes after 300 letters is left out. */
export function withoutPhones(line: string): string {
  let text = line.slice(0, 300)
  if (digitsOf(text).length < 6) return text
  for (const { startsAt, endsAt } of findPhoneNumbersInText(text, 'CH').reverse()) {
    text = `${text.slice(0, startsAt)}…${text.slice(endsAt)}`
  }
  return text
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
