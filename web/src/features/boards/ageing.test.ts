import { expect, it } from 'vitest'
import { daysInStep } from './ageing.ts'

it.each([
  ['2026-11-22T07:00:00Z', '2026-11-22T16:00:00Z', 0],
  ['2026-11-21T19:00:00Z', '2026-11-22T07:00:00Z', 1],
  // after midnight in Zurich
  ['2026-11-21T23:30:00Z', '2026-11-22T07:00:00Z', 0],
  // across the end of summer time
  ['2026-10-24T10:00:00Z', '2026-10-26T09:00:00Z', 2],
  // the local clock is behind that of the server
  ['2026-11-22T23:30:00Z', '2026-11-22T22:30:00Z', 0],
])('a card in its step since %s is there at %s for %i days', (inStepSinceUtc, now, days) => {
  expect(daysInStep({ inStepSinceUtc }, Date.parse(now))).toBe(days)
})
