import { expect, test } from 'vitest'
import { chosenSpan, daysOf, spanAmong, usualSpan, withGaps } from './months.ts'

const row = (from: string, to: string) =>
  withGaps([
    { month: from, count: 3 },
    { month: to, count: 5 },
  ])

test('months without encounters are filled in between the others', () => {
  expect(row('2025-11', '2026-02')).toEqual([
    { month: '2025-11', count: 3 },
    { month: '2025-12', count: 0 },
    { month: '2026-01', count: 0 },
    { month: '2026-02', count: 5 },
  ])
  expect(withGaps([])).toEqual([])
  expect(withGaps([{ month: '2026-01', count: 1 }])).toHaveLength(1)
})

test.each([
  ['2025-01', '2025-11', '2025-01'],
  ['2025-01', '2025-12', '2025-01'],
  ['2025-01', '2026-01', '2025-02'],
  ['2019-05', '2026-03', '2025-04'],
])('the usual span of encounters from %s to %s begins with %s', (first, to, from) => {
  expect(usualSpan(row(first, to))).toEqual({ from, to })
})

test('no encounters have no span', () => expect(usualSpan([])).toBeNull())

test('a chosen span follows the ends that it reached, and stays within the months with encounters', () => {
  const before = row('2024-01', '2026-03')
  const all = chosenSpan({ from: '2024-01', to: '2026-03' }, before)
  const part = chosenSpan({ from: '2025-01', to: '2026-02' }, before)
  expect(spanAmong(all, row('2023-05', '2026-11'))).toEqual({ from: '2023-05', to: '2026-11' })
  expect(spanAmong(part, row('2023-05', '2026-11'))).toEqual({ from: '2025-01', to: '2026-02' })
  expect(spanAmong(part, row('2024-01', '2025-07'))).toEqual({ from: '2025-01', to: '2025-07' })
  expect(spanAmong(all, [])).toBeNull()
})

test('a span lasts until the last day of its month', () => {
  expect(daysOf({ from: '2023-12', to: '2024-02' })).toEqual({ start: '2023-12-01', end: '2024-02-29' })
})
