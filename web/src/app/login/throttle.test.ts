import { describe, expect, it } from 'vitest'
import { afterFailure, afterRefusal, blocking, progress } from './throttle.ts'

const now = 1_000_000
const seconds = (count: number) => now + count * 1000

describe('after a wrong sign-in', () => {
  it.each([1, 2, 3])('the next attempt is free after %i failures', (failures) => {
    expect(blocking(afterFailure('anna', failures, now), 'anna', now)).toBe('free')
  })

  it.each([
    [4, 40],
    [7, 70],
    [10, 100],
  ])('%i failures block for %i seconds', (failures, wait) => {
    const throttle = afterFailure('anna', failures, now)
    expect(blocking(throttle, 'anna', seconds(wait) - 1)).toBe('waiting')
    expect(blocking(throttle, 'anna', seconds(wait))).toBe('free')
  })

  it('11 failures lock for 15 minutes', () => {
    const throttle = afterFailure('anna', 11, now)
    expect(blocking(throttle, 'anna', seconds(899))).toBe('locked')
    expect(blocking(throttle, 'anna', seconds(900))).toBe('free')
  })

  it('other users are not blocked, and the spelling of the name does not matter', () => {
    const throttle = afterFailure('Anna ', 5, now)
    expect(blocking(throttle, 'anna', now)).toBe('waiting')
    expect(blocking(throttle, 'beat', now)).toBe('free')
  })
})

it('a refusal by the server blocks for the time that it names', () => {
  const throttle = afterRefusal('anna', 4, 12, now)
  expect(blocking(throttle, 'anna', seconds(11))).toBe('waiting')
  expect(blocking(throttle, 'anna', seconds(12))).toBe('free')
  expect(blocking(afterRefusal('anna', 11, 600, now), 'anna', now)).toBe('locked')
})

it('the progress of a wait is its seconds left and its share passed', () => {
  const throttle = afterFailure('anna', 4, now)
  expect(progress(throttle, now)).toEqual({ left: 40, share: 0 })
  expect(progress(throttle, seconds(30))).toEqual({ left: 10, share: 0.75 })
  expect(progress(throttle, seconds(41))).toEqual({ left: 0, share: 1 })
})
