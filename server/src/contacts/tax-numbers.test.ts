import { describe, expect, test } from 'vitest'
import { checkEori, checkUid, isForVies } from './tax-numbers.ts'

/** Numbers that authorities and standards publish as examples. */
describe('a tax number', () => {
  test.each([
    ['CHE-123.456.788', 'CHE-123.456.788'],
    ['che123456788', 'CHE-123.456.788'],
    ['CHE 123 456 788 MWST', 'CHE-123.456.788 MWST'],
    ['CHE-123.456.788 TVA', 'CHE-123.456.788 TVA'],
    ['CHE-123.456.788 VAT', 'CHE-123.456.788 VAT'],
    ['CHE-123.456.788 HR/MWST', 'CHE-123.456.788 MWST'],
    ['CHE-123.456.788 RC', 'CHE-123.456.788'],
    ['CHE-116.281.710', 'CHE-116.281.710'],
  ])('%s of Switzerland is confirmed by its check digit', (typed, value) => {
    expect(checkUid(typed)).toEqual({ value, state: 'CONFIRMED', source: 'CHECK_DIGIT' })
  })

  test.each(['CHE-123.456.789', 'CHE-123.456.780', 'CHE-100.000.000'])(
    '%s of Switzerland has a wrong check digit',
    (typed) => {
      expect(checkUid(typed)).toMatchObject({ state: 'INVALID', source: 'CHECK_DIGIT' })
    },
  )

  test.each(['DE136695976', 'DE 136 695 976', 'ATU13585627', 'FR40303265045', 'FR 83 404 833 048'])(
    '%s has a valid form and check digit and waits for VIES',
    (typed) => {
      const check = checkUid(typed)
      expect(check).toMatchObject({ state: 'FORM_OK', source: 'CHECK_DIGIT' })
      expect(isForVies(check.value)).toBe(true)
    },
  )

  test.each(['DE136695978', 'ATU13585626', 'FR41303265045', 'FR40303265046'])(
    '%s of the EU has a wrong check digit',
    (typed) => {
      expect(checkUid(typed).state).toBe('INVALID')
    },
  )

  test.each(['IT00743110157', 'NL004495445B01', 'LU15027442', 'FRK7399859412'])('%s has a valid form', (typed) => {
    expect(checkUid(typed)).toMatchObject({ state: 'FORM_OK' })
  })

  test.each(['x', 'CHE', 'CHE-12', '123456788', 'DE12', 'ZZ123456789', 'US123456789', 'toString', '__proto__'])(
    '%s is invalid',
    (typed) => {
      expect(checkUid(typed)).toMatchObject({ state: 'INVALID', source: null })
      expect(isForVies(checkUid(typed).value)).toBe(typed === 'DE12')
    },
  )

  test('that is left out has the state NONE', () => {
    expect(checkUid(' - ')).toEqual({ value: '', state: 'NONE', source: null })
  })

  test('of Switzerland is not checked with VIES', () => {
    expect(isForVies('CHE-123.456.788')).toBe(false)
  })
})

describe('a customs number', () => {
  test.each(['DE1234567', 'ATEOS1000000001', 'GB123456789000', 'NL123456789', 'CHE123456788'])(
    '%s has a valid form',
    (typed) => {
      expect(checkEori(typed)).toEqual({ value: typed, state: 'FORM_OK', source: null })
    },
  )

  test('of France contains a SIRET number, whose check digit is checked', () => {
    expect(checkEori('FR 732 829 320 00074')).toMatchObject({ state: 'CONFIRMED', source: 'CHECK_DIGIT' })
    expect(checkEori('FR73282932000075')).toMatchObject({ state: 'INVALID', source: 'CHECK_DIGIT' })
  })

  test.each(['x', 'DE1', 'DEABCDEFG', 'ATU13585627', 'US123', 'DE1234567890123456'])('%s is invalid', (typed) => {
    expect(checkEori(typed)).toMatchObject({ state: 'INVALID', source: null })
  })
})
