import { expect, it } from 'vitest'
import { hourOn } from './appointment-times.ts'

const noon = Date.parse('2026-11-27T11:05:00Z')
const startOn = (day: string, now = noon) => hourOn(day, now).startUtc

it('a new appointment is proposed at 9 in the morning, and on the current day at the next full hour', () => {
  expect(hourOn('2026-11-28', noon)).toEqual({
    startUtc: '2026-11-28T08:00:00.000Z',
    endUtc: '2026-11-28T09:00:00.000Z',
  })
  expect(startOn('2026-11-27')).toBe('2026-11-27T12:00:00.000Z')
  expect(startOn('2026-11-27', Date.parse('2026-11-27T05:30:00Z'))).toBe('2026-11-27T08:00:00.000Z')
  // the last hour of the day has begun
  expect(startOn('2026-11-27', Date.parse('2026-11-27T22:30:00Z'))).toBe('2026-11-27T08:00:00.000Z')
  expect(startOn('2026-11-26')).toBe('2026-11-26T08:00:00.000Z')
})
