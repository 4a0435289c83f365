import { describe, expect, it } from 'vitest'
import { guessPhoneType } from './guess-phone-type.ts'

describe('the type of a phone number', () => {
  it.each([
    ['079 123', 'NATURAL', 'MOBILE'],
    ['+41 (0)76 1', 'NATURAL', 'MOBILE'],
    ['0041 78 1', 'LEGAL', 'MOBILE'],
    ['044 123', 'NATURAL', 'LANDLINE'],
    ['044 123', 'LEGAL', 'BUSINESS'],
    ['+49 151 2', 'NATURAL', 'MOBILE'],
    ['', 'NATURAL', 'MOBILE'],
    ['', 'LEGAL', 'BUSINESS'],
  ] as const)('for %s of a %s contact is %s', (typed, kind, type) => {
    expect(guessPhoneType(typed, kind)).toBe(type)
  })
})
