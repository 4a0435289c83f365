import { expect, test } from 'vitest'
import { daysOf, longDay, ownSpan, shownSpan, stepFrom, weekNumberOf } from './spans.ts'

test('a month shows all days of its first and last week, and a week starts on Monday', () => {
  expect(shownSpan('month', '2026-11-15')).toEqual({ start: '2026-10-26', end: '2026-12-06' })
  expect(ownSpan('month', '2026-11-15')).toEqual({ start: '2026-11-01', end: '2026-11-30' })
  expect(shownSpan('month', '2027-02-28')).toEqual({ start: '2027-02-01', end: '2027-02-28' })
  expect(shownSpan('week', '2026-11-22')).toEqual({ start: '2026-11-16', end: '2026-11-22' })
  expect(shownSpan('day', '2026-11-22')).toEqual({ start: '2026-11-22', end: '2026-11-22' })
})

test('going forward or back moves by the shown span, across ends of years and changes of the clock', () => {
  expect(stepFrom('month', '2026-12-31', 1)).toBe('2027-01-01')
  expect(stepFrom('month', '2026-03-31', -1)).toBe('2026-02-01')
  expect(stepFrom('week', '2026-10-25', 1)).toBe('2026-11-01')
  expect(stepFrom('day', '2026-03-28', 1)).toBe('2026-03-29')
  expect(daysOf({ start: '2026-10-24', end: '2026-10-26' })).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
})

test('weeks are numbered according to ISO 8601', () => {
  expect(weekNumberOf('2026-01-01')).toBe(1)
  expect(weekNumberOf('2026-12-31')).toBe(53)
  expect(weekNumberOf('2027-01-03')).toBe(53)
  expect(weekNumberOf('2027-01-04')).toBe(1)
})

test('a day is written out in the format of each language', () => {
  expect(longDay('2026-11-24', 'DE')).toBe('Dienstag, 24. November 2026')
  expect(longDay('2026-11-24', 'FR')).toBe('mardi 24 novembre 2026')
})
