import { expect, it, vi } from 'vitest'
import { today } from './endpoint.ts'

it('today() returns the date in Zurich, which is a day ahead of UTC late in the evening', () => {
  vi.useFakeTimers({ now: new Date('2026-06-30T22:30:00Z') })
  expect(today()).toBe('2026-07-01')
  vi.useRealTimers()
})
