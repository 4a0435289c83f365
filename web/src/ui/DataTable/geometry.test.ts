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

test('in a narrow table columns of text shrink, and those of times and numbers keep their width', () => {
  const columns = [column('name', 200), column('at', 145, 'datetime'), column('count', 90, 'number')]
  expect(columnTemplate(grid(columns))).toBe('minmax(140px, 200fr) minmax(128px, 145fr) minmax(90px, 90fr) 44px')
  expect(totalWidth(grid(columns))).toBe(140 + 128 + 90 + 44)
})

test('the minimum width of a column of numbers or booleans is limited, as its heading may take two lines', () => {
  const columns = [column('weight', 310, 'number'), column('combinable', 220, 'boolean')]
  expect(columnTemplate(grid(columns))).toBe('minmax(100px, 310fr) minmax(100px, 220fr) 44px')
})

test('a width chosen by the user stays', () => {
  expect(columnTemplate(grid([column('name', 200)], { name: 320 }))).toBe('320px 44px')
  expect(totalWidth(grid([column('name', 200)], { name: 320 }))).toBe(320 + 44)
})
