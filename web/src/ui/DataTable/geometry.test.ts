import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { columnTemplate, totalWidth } from './geometry.ts'
import type { Grid } from './grid.ts'

interface Row {
  name: string
}
const column = (id: string, width: number, kind?: Column<Row>['kind']): Column<Row> => ({
  id,
  label: id,
  value: ({ name }) => name,
  width,
  ...(kind ? { kind } : {}),
})
const grid = (columns: Column<Row>[], widths: Record<string, number> = {}) =>
  ({ columns, layout: { widths }, selectable: false, rowActions: () => [] }) as unknown as Grid<Row>

test('where there is little room texts give theirs, and a moment or a number stays whole', () => {
  const columns = [column('name', 200), column('at', 145, 'datetime'), column('count', 90, 'number')]
  expect(columnTemplate(grid(columns))).toBe('minmax(140px, 200fr) minmax(128px, 145fr) minmax(90px, 90fr) 44px')
  expect(totalWidth(grid(columns))).toBe(140 + 128 + 90 + 44)
})

test('a figure or a yes is as wide as it may be, and no wider where there is little room, for its heading takes two lines', () => {
  const columns = [column('weight', 310, 'number'), column('combinable', 220, 'boolean')]
  expect(columnTemplate(grid(columns))).toBe('minmax(100px, 310fr) minmax(100px, 220fr) 44px')
})

test('a width that somebody chose stays', () => {
  expect(columnTemplate(grid([column('name', 200)], { name: 320 }))).toBe('320px 44px')
  expect(totalWidth(grid([column('name', 200)], { name: 320 }))).toBe(320 + 44)
})
