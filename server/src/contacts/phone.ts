import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'

export interface Phone {
  /** E.164 if the text is a number, otherwise the text with single blanks. */
  readonly number: string
  /** Digits of the number in the notation of its country; a search finds the number by them as well as by E.164. */
  readonly national: string
}

/** Reads a number in any notation; null if it has fewer than two digits. `country` is for national numbers. */
export function readPhone(typed: string, country = 'CH'): Phone | null {
  const text = typed.replace(/\(0\)/g, '').replace(/\s+/g, ' ').trim()
  const digits = digitsOf(text)
  if (digits.length < 2) return null
  const from: CountryCode = isSupportedCountry(country) ? country : 'CH'
  const parsed = parsePhoneNumberFromString(text.replace(/^00/, '+'), from)
  if (!parsed?.isPossible() || isTwo(parsed)) return { number: text, national: digits }
  return { number: parsed.number, national: digitsOf(parsed.formatNational()) }
}

/** Whether a text is two numbers: `044 555 41 18 / 19` is as long as a Swiss voice mail number. */
const isTwo = ({ countryCallingCode, nationalNumber }: PhoneNumber) =>
  countryCallingCode === '41' && nationalNumber.startsWith('0')

/** Returns the digits that a search for a number looks for, in any notation: `+41 (0)79`, `0041 79` and `079` agree. */
export function phoneNeedle(typed: string): string {
  const digits = digitsOf(typed.replace(/\(0\)/g, ''))
  return /^\s*00/.test(typed) ? digits.slice(2) : digits
}

/** Returns the notations of an E.164 number: compact and grouped, with and without country code. */
export function notationsOfPhone(number: string): string[] {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed) return [number]
  const national = parsed.formatNational()
  return [...new Set([number, national, digitsOf(national), parsed.formatInternational()])]
}

/** Returns the first 300 characters of a line of text, with an ellipsis in place of each telephone number. */
export function withoutPhones(line: string): string {
  let text = line.slice(0, 300)
  if (digitsOf(text).length < 6) return text
  for (const { startsAt, endsAt } of findPhoneNumbersInText(text, 'CH').reverse()) {
    text = `${text.slice(0, startsAt)}…${text.slice(endsAt)}`
  }
  return text
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
