import i18next from 'i18next'
import { expect, it } from 'vitest'
import { compareText, formatFileSize, formatMoney, formatNumber, parseNumber } from './format.ts'

it('numbers are written in the Swiss format', () => {
  expect(formatNumber(1234.5)).toBe("1'234.5")
  expect(formatNumber(1234567.891, 2)).toBe("1'234'567.89")
  expect([0, 7, 999, 1000, -5, 7.5].map((value) => formatNumber(value))).toEqual([
    '0',
    '7',
    '999',
    "1'000",
    '-5',
    '7.5',
  ])
  expect([7, 999].map((value) => formatNumber(value, 2))).toEqual(['7.00', '999.00'])
  expect(formatNumber('12345678901234567890.10', 2)).toBe("12'345'678'901'234'567'890.10")
  expect(formatMoney('1234.5', 'CHF')).toBe("CHF 1'234.50")
})

it.each([
  ["1'234.50", 1234.5],
  ['1234,5', 1234.5],
  [' -7 ', -7],
  ['', Number.NaN],
  ['1.2.3', Number.NaN],
  ['12 kg', Number.NaN],
  ['1e3', Number.NaN],
])('reads the number %s as %s', (text, value) => {
  expect(parseNumber(text)).toBe(value)
})

it('file sizes switch from KB to MB at 1024 KB', () => {
  expect([0, 1, 700].map(formatFileSize)).toEqual(['0 KB', '1 KB', '1 KB'])
  expect(formatFileSize(12 * 1024)).toBe('12 KB')
  expect(formatFileSize(1023 * 1024)).toBe("1'023 KB")
  expect(formatFileSize(1024 * 1024)).toBe('1.0 MB')
  i18next.language = 'FR'
  expect([700, 1024 * 1024].map(formatFileSize)).toEqual(['1 Ko', '1.0 Mo'])
  i18next.language = 'DE'
})

it('texts are sorted in natural order', () => {
  expect(['Kiste 10', 'Äpfel', 'Kiste 9', 'Zug', 'apfel'].sort(compareText)).toEqual([
    'apfel',
    'Äpfel',
    'Kiste 9',
    'Kiste 10',
    'Zug',
  ])
})
