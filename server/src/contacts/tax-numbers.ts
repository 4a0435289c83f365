import type { NumberCheck } from '#contract/contacts/contacts'

type Check = Pick<NumberCheck, 'value' | 'state' | 'source'>

/** Returns the tax number as stored and what can be checked offline: its form, and in some countries a check digit. */
export function checkUid(typed: string): Check {
  const value = compact(typed)
  if (value === '') return { value, state: 'NONE', source: null }
  // The register also appends HR or RC, which marks an entry in the commercial register.
  const swiss = /^CHE(\d{9})(?:HR|RC)?(MWST|TVA|IVA|VAT)?$/.exec(value)
  // There is no service for Swiss numbers, so the check digit decides.
  if (swiss?.[1]) {
    return swissCheckDigit(swiss[1])
      ? { value: swissForm(swiss[1], swiss[2]), state: 'CONFIRMED', source: 'CHECK_DIGIT' }
      : { value, state: 'INVALID', source: 'CHECK_DIGIT' }
  }
  const rule = euForms[value.slice(0, 2)]
  if (!rule?.form.test(value.slice(2))) return { value, state: 'INVALID', source: null }
  if (rule.checkDigit && !rule.checkDigit(value.slice(2))) return { value, state: 'INVALID', source: 'CHECK_DIGIT' }
  return { value, state: 'FORM_OK', source: rule.checkDigit ? 'CHECK_DIGIT' : null }
}

/** Whether VIES can check a number. */
export const isForVies = (value: string) => value.slice(0, 2) in euForms && !value.startsWith('CHE')

/** Returns the customs number as stored; only French ones have a check digit, as they contain the SIRET. */
export function checkEori(typed: string): Check {
  const value = compact(typed)
  if (value === '') return { value, state: 'NONE', source: null }
  const country = value.slice(0, 2)
  const rest = value.slice(2)
  const form =
    eoriForms[country] ?? (country in euForms || country === 'CH' || country === 'GB' ? /^[A-Z0-9]{1,15}$/ : null)
  if (!form?.test(rest)) return { value, state: 'INVALID', source: null }
  if (country === 'FR' && /^\d{14}$/.test(rest)) {
    return luhn(rest)
      ? { value, state: 'CONFIRMED', source: 'CHECK_DIGIT' }
      : { value, state: 'INVALID', source: 'CHECK_DIGIT' }
  }
  return { value, state: 'FORM_OK', source: null }
}

const compact = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
const swissForm = (digits: string, suffix = '') =>
  `CHE-${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}${suffix ? ` ${suffix}` : ''}`

/** Modulo 11 with the weights that the Federal Statistical Office publishes. */
function swissCheckDigit(digits: string): boolean {
  const sum = [5, 4, 3, 2, 7, 6, 5, 4].reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return (11 - (sum % 11)) % 11 === Number(digits[8])
}

/** ISO 7064, MOD 11,10. */
function germanCheckDigit(digits: string): boolean {
  let product = 10
  for (const digit of digits.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10 === Number(digits[8])
}

function austrianCheckDigit(text: string): boolean {
  const digits = [...text.slice(1)].map(Number)
  const sum = digits.slice(0, 7).reduce((total, digit, at) => {
    const times = digit * (at % 2 === 0 ? 1 : 2)
    return total + (times > 9 ? times - 9 : times)
  }, 0)
  return (10 - ((sum + 4) % 10)) % 10 === digits[7]
}

/** Checks the two digits before the SIREN; keys with letters follow a rule that only VIES knows. */
function frenchCheckDigit(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return true
  return luhn(text.slice(2)) && (12 + 3 * (Number(text.slice(2)) % 97)) % 97 === Number(text.slice(0, 2))
}

function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const times = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (times > 9 ? times - 9 : times)
  }, 0)
  return sum % 10 === 0
}

interface Rule {
  readonly form: RegExp
  readonly checkDigit?: (rest: string) => boolean
}

/** Forms of the EU's numbers as VIES lists them; Liechtenstein uses the Swiss number. */
const euForms: Record<string, Rule> = {
  AT: { form: /^U\d{8}$/, checkDigit: austrianCheckDigit },
  BE: { form: /^[01]\d{9}$/ },
  BG: { form: /^\d{9,10}$/ },
  CY: { form: /^\d{8}[A-Z]$/ },
  CZ: { form: /^\d{8,10}$/ },
  DE: { form: /^[1-9]\d{8}$/, checkDigit: germanCheckDigit },
  DK: { form: /^\d{8}$/ },
  EE: { form: /^\d{9}$/ },
  EL: { form: /^\d{9}$/ },
  ES: { form: /^[A-Z0-9]\d{7}[A-Z0-9]$/ },
  FI: { form: /^\d{8}$/ },
  FR: { form: /^[A-Z0-9]{2}\d{9}$/, checkDigit: frenchCheckDigit },
  HR: { form: /^\d{11}$/ },
  HU: { form: /^\d{8}$/ },
  IE: { form: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/ },
  IT: { form: /^\d{11}$/ },
  LT: { form: /^(\d{9}|\d{12})$/ },
  LU: { form: /^\d{8}$/ },
  LV: { form: /^\d{11}$/ },
  MT: { form: /^\d{8}$/ },
  NL: { form: /^[A-Z0-9]{9}B\d{2}$/ },
  PL: { form: /^\d{10}$/ },
  PT: { form: /^\d{9}$/ },
  RO: { form: /^\d{2,10}$/ },
  SE: { form: /^\d{12}$/ },
  SI: { form: /^\d{8}$/ },
  SK: { form: /^\d{10}$/ },
  XI: { form: /^(\d{9}|\d{12})$/ },
}

const eoriForms: Record<string, RegExp> = {
  DE: /^\d{7,15}$/,
  AT: /^EOS\d{10}$/,
  FR: /^\d{14}$|^[A-Z0-9]{9,15}$/,
}
