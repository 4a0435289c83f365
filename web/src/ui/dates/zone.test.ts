import { describe, expect, it } from 'vitest'
import { formatDateTime, isInstant, toInstant, toWallTime } from './zone.ts'

describe('wall time and instant', () => {
  it.each([
    ['2026-03-01T14:30', '2026-03-01T13:30:00.000Z'],
    ['2026-07-01T14:30', '2026-07-01T12:30:00.000Z'],
    ['2026-01-01T00:00', '2025-12-31T23:00:00.000Z'],
    ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ])('%s in Zurich is %s', (wallTime, instant) => {
    expect(toInstant(wallTime)).toBe(instant)
    expect(toWallTime(instant)).toBe(wallTime)
  })

  it('refuses the hour that is skipped in spring', () => {
    expect(toInstant('2026-03-29T02:30')).toBeUndefined()
  })

  it('takes the first of the two equal hours in autumn', () => {
    expect(toInstant('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  })

  it('can be in another time zone', () => {
    expect(toInstant('2026-03-01T14:30', 'America/New_York')).toBe('2026-03-01T19:30:00.000Z')
  })
})

it('an instant is formatted in the time zone, and any other text stays', () => {
  expect(formatDateTime('2026-07-01T12:30:00Z')).toBe('01.07.2026 14:30')
  expect(formatDateTime('31.02.26 14:30')).toBe('31.02.26 14:30')
  expect(isInstant('2026-07-01')).toBe(false)
  expect(isInstant('2026-13-01T00:00:00Z')).toBe(false)
})
