// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import type { NotificationType } from '#contract/together/notifications'
import { msToAnswer, takeUnannounced } from './announced.ts'
import { isQuiet } from './quiet.ts'

beforeEach(() => localStorage.clear())
const one = (id: string, ageMs = 0, notificationType: NotificationType = 'COMMENT') => ({
  id,
  notificationType,
  createdUtc: new Date(Date.now() - ageMs).toISOString(),
})

test('a notification is announced by one of several tabs only, and an old one by none', async () => {
  const all = [one('a'), one('b', 120_000)]
  const taken = await Promise.all([takeUnannounced('anna', all), takeUnannounced('anna', all)])
  expect(taken.flat().map(({ id }) => id)).toEqual(['a'])
  expect(await takeUnannounced('anna', [...all, one('c')])).toEqual([expect.objectContaining({ id: 'c' })])
  expect(await takeUnannounced('beat', [one('a')])).toHaveLength(1)
})

test('an incoming call is announced for up to two minutes', async () => {
  const calls = [
    one('a', 110_000, 'INCOMING_CALL'),
    one('b', 121_000, 'INCOMING_CALL'),
    one('c', 110_000, 'MISSING_CALL'),
  ]
  expect((await takeUnannounced('anna', calls)).map(({ id }) => id)).toEqual(['a'])
  expect(calls.map((call) => msToAnswer(call) !== null)).toEqual([true, true, false])
})

test.each([
  ['21:30', true],
  ['06:59', true],
  ['07:00', false],
  ['12:00', false],
  ['18:00', true],
])('quiet from 18:00 until 07:00: %s', (time, quiet) => {
  expect(isQuiet({ from: '18:00', until: '07:00' }, new Date(`2026-01-15T${time}:00+01:00`))).toBe(quiet)
})

test('quiet hours within a day, and none', () => {
  const at = new Date('2026-07-15T12:30:00+02:00')
  expect(isQuiet({ from: '12:00', until: '13:00' }, at)).toBe(true)
  expect(isQuiet({ from: '13:00', until: '14:00' }, at)).toBe(false)
  expect(isQuiet(null, at)).toBe(false)
})
