import { expect, test } from 'vitest'
import type { TodoState } from '#contract/work/todos'
import { whenOf } from './when.ts'

test('a to-do is overdue, due today, this week or later, without a date, waiting or done', () => {
  // Wednesday, 15:00 in Zurich
  const now = new Date('2033-12-14T14:00:00Z')
  const when = (due: string | null, start: string | null = null, state: TodoState = 'OPEN') =>
    whenOf({ state, due, start }, now)
  expect(when('2033-12-12T23:00:00Z')).toBe('overdue')
  expect(when('2033-12-14T13:00:00Z')).toBe('overdue')
  expect(when('2033-12-13T23:00:00Z')).toBe('today')
  expect(when('2033-12-14T16:00:00Z')).toBe('today')
  expect(when(null, '2033-12-17T23:00:00Z')).toBe('week')
  expect(when('2033-12-18T23:00:00Z')).toBe('later')
  expect(when('2033-12-20T23:00:00Z', '2033-12-01T23:00:00Z')).toBe('later')
  expect(when(null)).toBe('undated')
  expect(when('2033-12-01T23:00:00Z', null, 'WAITING')).toBe('waiting')
  expect(when('2033-12-01T23:00:00Z', null, 'DONE')).toBe('done')
})
