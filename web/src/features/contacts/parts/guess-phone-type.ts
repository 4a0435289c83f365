import type { LegalType, PhoneType } from '../contact-words.ts'

/** Guesses the type of a phone number from its first digits. */
export function guessPhoneType(typed: string, kind: LegalType = 'NATURAL'): PhoneType {
  const digits = typed.replace(/\(0\)/g, '').replace(/[^\d+]/g, '')
  const national = digits.replace(/^(\+|00)41/, '0')
  if (/^07[4-9]/.test(national)) return 'MOBILE'
  if (/^(\+|00)(491[567]|436|33[67])/.test(digits)) return 'MOBILE'
  if (digits === '' && kind === 'NATURAL') return 'MOBILE'
  return kind === 'LEGAL' ? 'BUSINESS' : 'LANDLINE'
}
