import { describe, expect, test } from 'vitest'
import { phoneNeedle, readPhone } from './phone.ts'

describe('a phone number', () => {
  test.each([
    '079 012 34 56',
    '0790123456',
    '+41 79 012 34 56',
    '+41790123456',
    '0041 79 012 34 56',
    '+41 (0)79 012 34 56',
    '0041 (0) 79 012 34 56',
    '079/012 34 56',
    '079.012.34.56',
    '(079) 012-34-56',
    '079 012 34 56 ',
    '+41\u00a079\u00a0012\u00a034\u00a056',
    'Tel. 079 012 34 56',
  ])('is normalised from %j', (typed) => {
    expect(readPhone(typed)).toEqual({ number: '+41790123456', national: '0790123456' })
  })

  test('of another country keeps its prefix', () => {
    expect(readPhone('+49 30 0123456')).toEqual({ number: '+49300123456', national: '0300123456' })
    expect(readPhone('0033 1 99 00 12 34')).toEqual({ number: '+33199001234', national: '0199001234' })
    expect(readPhone('+423 012 34 56')?.number).toBe('+4230123456')
  })

  test('outside the numbering plan stays as typed', () => {
    expect(readPhone('117')).toEqual({ number: '117', national: '117' })
    expect(readPhone('044 555 41 18 / 19')).toEqual({ number: '044 555 41 18 / 19', national: '044555411819' })
    expect(readPhone('intern  42')).toEqual({ number: 'intern 42', national: '42' })
  })

  test.each(['', 'x', '7', 'keine Nummer', '+'])('is not read from %j', (typed) => {
    expect(readPhone(typed)).toBeNull()
  })
})

test.each([
  ['+41 79', '4179'],
  ['0041 79', '4179'],
  ['079/01', '07901'],
  ['+41 (0)79', '4179'],
  ['0041 (0) 79', '4179'],
  ['79 012', '79012'],
  ['abc', ''],
])('a number typed as %j is searched as %j', (typed, digits) => {
  expect(phoneNeedle(typed)).toBe(digits)
})
