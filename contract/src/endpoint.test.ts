import { expect, it, vi } from 'vitest'
import { today } from './endpoint.ts'

it('is the next day in Zurich before it is in UTC', () => {
  vi.useFakeTimers({ now: new Date('2026-06-30T22:30:00Z') })
  expect(today()).toBe('2026-07-01')
  vi.useRealTimers()
})
