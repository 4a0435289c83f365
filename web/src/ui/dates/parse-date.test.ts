import { describe, expect, it } from 'vitest'
import {
  daysInMonth,
  formatDate,
  formatMonth,
  parseDate,
  parseDateTime,
  parseMonth,
  parsePastDate,
  parseTime,
} from './parse-date.ts'

describe('parseDate', () => {
  it.each([
    ['1.3.26', '2026-03-01'],
    ['01.03.2026', '2026-03-01'],
    [' 1.3.2026 ', '2026-03-01'],
    ['20112026', '2026-11-20'],
    ['201126', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['31.12.99', '2099-12-31'],
    ['1.1.00', '2000-01-01'],
    ['01.01.1800', '1800-01-01'],
    ['31.12.2499', '2499-12-31'],
    ['29.02.2024', '2024-02-29'],
    ['29.2.2000', '2000-02-29'],
    ['29.2.2400', '2400-02-29'],
  ])('reads %s as %s', (text, value) => {
    expect(parseDate(text)).toEqual({ value })
  })

  it.each([
    '',
    '1.3.',
    '1.3',
    '1',
    'heute',
    '1.3.2',
    '1.3.202',
    '1.3.20266',
    '0.3.2026',
    '32.3.2026',
    '1.0.2026',
    '1.13.2026',
    '31.4.2026',
    '31.6.26',
    '31.9.26',
    '31.11.26',
    '30.2.2024',
    '29.2.2026',
    '29.2.1900',
    '29.2.2100',
    '31.12.1799',
    '1.1.2500',
    '1.3.0026',
    '2026-03-01',
    '1/3/2026',
    '1.3.26x',
    '-1.3.26',
    '1.-3.26',
    '1. 3. 26',
    '2011202',
    '１.３.２６',
    '1.3.26 14:30',
  ])('refuses "%s"', (text) => {
    expect(parseDate(text)).toEqual({ error: 'date' })
  })

  it('reads back every day from 1800 to 2499', () => {
    const day = new Date(Date.UTC(1800, 0, 1))
    let days = 0
    for (; day.getUTCFullYear() < 2500; day.setUTCDate(day.getUTCDate() + 1)) {
      const iso = day.toISOString().slice(0, 10)
      if (parseDate(formatDate(iso)).value !== iso) expect.fail(iso)
      days++
    }
    expect(days).toBe(255_670)
  })
})

describe('parsePastDate', () => {
  it.each([
    ['1.3.67', '1967-03-01'],
    ['010367', '1967-03-01'],
    ['1.3.26', '2026-03-01'],
    ['22.11.26', '2026-11-22'],
    ['23.11.26', '1926-11-23'],
    ['29.2.28', '1928-02-29'],
    ['1.1.00', '2000-01-01'],
    ['1.3.2067', '2067-03-01'],
    ['01032067', '2067-03-01'],
  ])('reads %s as %s', (text, value) => {
    expect(parsePastDate(text, '2026-11-22')).toEqual({ value })
  })

  it.each(['', '1.3.', '31.2.67', 'heute'])('refuses "%s"', (text) => {
    expect(parsePastDate(text, '2026-11-22')).toEqual({ error: 'date' })
  })
})

it('daysInMonth knows the length of every month', () => {
  expect(Array.from({ length: 12 }, (_, month) => daysInMonth(2026, month + 1))).toEqual([
    31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
  ])
})

describe('parseMonth', () => {
  it.each([
    ['3.26', '2026-03'],
    ['03.2026', '2026-03'],
    ['032026', '2026-03'],
    ['0326', '2026-03'],
    ['12.1800', '1800-12'],
    ['1.2499', '2499-01'],
  ])('reads %s as %s', (text, value) => {
    expect(parseMonth(text)).toEqual({ value })
  })

  it.each(['', '3', '3.', '13.2026', '0.2026', '3.202', '12.1799', '1.2500', '1.3.26', 'März'])(
    'refuses "%s"',
    (text) => {
      expect(parseMonth(text)).toEqual({ error: 'date' })
    },
  )
})

describe('parseTime', () => {
  it.each([
    ['14:30', '14:30'],
    ['1430', '14:30'],
    ['9:05', '09:05'],
    ['00:00', '00:00'],
    ['23:59', '23:59'],
    ['905', undefined],
  ])('reads %s as %s', (text, value) => {
    expect(parseTime(text).value).toBe(value)
  })

  it.each([
    ['24:00', 'hour'],
    ['99:99', 'hour'],
    ['24', 'hour'],
    ['2400', 'hour'],
    ['23:60', 'minute'],
    ['1260', 'minute'],
    ['14', 'short'],
    ['14:', 'short'],
    ['14:3', 'short'],
    ['1', 'short'],
    ['905', 'hour'],
    ['130', 'short'],
    [':', 'short'],
    ['14.30', 'date'],
    ['14:300', 'date'],
    ['x', 'date'],
    ['abends', 'date'],
  ] as const)('refuses %s: %s', (text, error) => {
    expect(parseTime(text)).toEqual({ error })
  })
})

describe('parseDateTime', () => {
  it.each([
    ['1.3.26 14:30', '2026-03-01T14:30'],
    ['01.03.2026, 14:30', '2026-03-01T14:30'],
    ['01032026  1430', '2026-03-01T14:30'],
    ['1.3.26', '2026-03-01T08:00'],
  ])('reads %s as %s', (text, value) => {
    expect(parseDateTime(text, 8)).toEqual({ value })
  })

  it.each([
    ['29.2.26 14:30', 'date'],
    ['1.3. 14:30', 'date'],
    ['1.3.26 14:30 Uhr', 'date'],
    ['', 'date'],
    ['1.3.26 24:00', 'hour'],
    ['1.3.26 23:60', 'minute'],
    ['1.3.26 14:3', 'short'],
    ['1.3.26 1', 'short'],
  ] as const)('refuses %s: %s', (text, error) => {
    expect(parseDateTime(text)).toEqual({ error })
  })

  it('starts the day at midnight when no default hour is set', () => {
    expect(parseDateTime('1.3.26').value).toBe('2026-03-01T00:00')
  })
})

it('dates and months are formatted for people, and any other text stays', () => {
  expect(formatDate('2026-03-01')).toBe('01.03.2026')
  expect(formatMonth('2026-03')).toBe('03.2026')
  expect(formatDate('31.02.26')).toBe('31.02.26')
  expect(formatMonth('13.26')).toBe('13.26')
})
