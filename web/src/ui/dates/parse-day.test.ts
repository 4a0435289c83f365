import { describe, expect, it } from 'vitest'
import { parseDay } from './parse-day.ts'

/** A Monday. */
const today = '2026-11-23'

describe('a day that is near', () => {
  it.each([
    ['1.12', '2026-12-01'],
    ['1.12.', '2026-12-01'],
    ['01.12.', '2026-12-01'],
    ['3.4.26', '2026-04-03'],
    ['23.11', '2026-11-23'],
    ['22.11.', '2027-11-22'],
    ['29.2.', '2028-02-29'],
    ['heute', '2026-11-23'],
    ['Morgen', '2026-11-24'],
    ['übermorgen', '2026-11-25'],
    ['gestern', '2026-11-22'],
    ['vorgestern', '2026-11-21'],
    ['Fr', '2026-11-27'],
    ['fr.', '2026-11-27'],
    ['Freitag', '2026-11-27'],
    ['so', '2026-11-29'],
    ['Mo', '2026-11-30'],
    ['+7', '2026-11-30'],
    ['+0', '2026-11-23'],
    ['-1', '2026-11-22'],
    ['+400', '2027-12-28'],
  ])('is %s: %s', (text, value) => {
    expect(parseDay(text, today, 'DE')).toEqual({ value })
  })

  it.each([
    ['EN', 'tomorrow', '2026-11-24'],
    ['EN', 'today', '2026-11-23'],
    ['EN', 'Wed', '2026-11-25'],
    ['EN', 'th', '2026-11-26'],
    ['FR', 'demain', '2026-11-24'],
    ['FR', "aujourd'hui", '2026-11-23'],
    ['FR', 'apres-demain', '2026-11-25'],
    ['FR', 'après-demain', '2026-11-25'],
    ['FR', 'ven', '2026-11-27'],
    ['FR', 'di', '2026-11-29'],
  ] as const)('is in %s %s: %s', (language, text, value) => {
    expect(parseDay(text, today, language)).toEqual({ value })
  })

  it.each([
    '',
    '1',
    '1.',
    '31.4',
    '30.2.',
    '0.12',
    '1.13.',
    '1.1.2500',
    'f',
    'fri',
    'bald',
    'tomorrow',
    '7',
    '+',
    '+10000',
  ])('is not "%s"', (text) => {
    expect(parseDay(text, today, 'DE')).toEqual({ error: 'date' })
  })
})
