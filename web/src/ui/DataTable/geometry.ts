import type { Column } from './columns.ts'
import { columnCount, type Grid } from './grid.ts'
import { type Cell, cellId } from './use-grid-keys.ts'
import { defaultWidth } from './use-layout.ts'

const checkWidth = 40
const menuWidth = 44
const momentWidth = 128
const shortWidth = 96

const headingWidth = 100

/** Returns the width of the column of actions, which may be a button with a label. */
const actionsWidth = <Row extends object>({ rowActions, onlyAction }: Grid<Row>) =>
  rowActions ? (onlyAction ? onlyAction.length * 8 + 24 : menuWidth) : 0

/**
 * Returns the minimum width of a column in pixels. Text columns shrink when space is short, numbers and booleans shrink
 * to the width of a heading of two lines, and a `datetime` is never cut off.
 */
function leastWidth<Row>({ kind = 'text', width = defaultWidth }: Column<Row>): number {
  if (kind === 'text' || kind === 'select') return Math.max(Math.min(width, shortWidth), Math.round(width * 0.7))
  if (kind === 'number' || kind === 'boolean') return Math.min(width, headingWidth)
  return kind === 'datetime' ? Math.min(width, momentWidth) : width
}

/** Returns the column tracks. Columns share the available width, except those with a width chosen by the user. */
export function columnTemplate<Row extends object>(grid: Grid<Row>) {
  const { columns, layout, selectable, rowActions } = grid
  const tracks = columns.map((column) => {
    const chosen = layout.widths[column.id]
    return chosen === undefined ? `minmax(${leastWidth(column)}px, ${column.width ?? defaultWidth}fr)` : `${chosen}px`
  })
  if (selectable) tracks.unshift(`${checkWidth}px`)
  if (rowActions) tracks.push(`${actionsWidth(grid)}px`)
  return tracks.join(' ')
}

/** Returns the column tracks for print: the columns share the page, without selection and actions. */
export const printedTemplate = <Row extends object>({ columns, layout }: Grid<Row>) =>
  columns.map(({ id, width = defaultWidth }) => `minmax(0, ${layout.widths[id] ?? width}fr)`).join(' ')

export function totalWidth<Row extends object>(grid: Grid<Row>) {
  const { columns, layout, selectable } = grid
  const widths = columns.map((column) => layout.widths[column.id] ?? leastWidth(column))
  return widths.reduce((sum, width) => sum + width, (selectable ? checkWidth : 0) + actionsWidth(grid))
}

/** Returns what the keys do in a cell, depending on whether it is a selection, data, action or header cell. */
export function gridCommands<Row extends object>(grid: Grid<Row>) {
  const columnAt = (cell: Cell) => grid.columns[cell.column - (grid.selectable ? 1 : 0)]
  const isActions = (cell: Cell) => grid.rowActions !== undefined && cell.column === columnCount(grid) - 1
  const element = (cell: Cell) => document.getElementById(cellId(grid.id, cell))

  function openMenu(cell: Cell) {
    const anchor = element(cell)
    const [column, row] = [columnAt(cell), grid.rowAt(cell.row)]
    if (!anchor) return
    if (cell.row < 0 && column) grid.openColumnMenu(column, anchor)
    else if (row && grid.rowActions) grid.openRowMenu(row.original, anchor)
  }

  function pressHeader(cell: Cell, shift: boolean) {
    const column = columnAt(cell)
    if (grid.selectable && cell.column === 0) grid.selectAll()
    else if (column && column.sortable !== false) grid.layout.toggleSort(column.id, shift)
  }

  return {
    onMenu: openMenu,
    onEnter: (cell: Cell, shift: boolean) => {
      const row = grid.rowAt(cell.row)
      if (cell.row < 0) pressHeader(cell, shift)
      else if (isActions(cell)) openMenu(cell)
      else if (row) grid.onOpen?.(row.original)
    },
    onSpace: (cell: Cell, shift: boolean) => {
      const row = grid.rowAt(cell.row)
      if (cell.row < 0) pressHeader(cell, shift)
      // the checkbox handler of the table, because it knows the row where a range selection began
      else if (row && grid.selectable) {
        row.getToggleSelectedHandler()({ target: { checked: shift || !row.getIsSelected() }, shiftKey: shift })
      }
    },
    onSelectAll: () => {
      if (grid.selectable) grid.selectAll(true)
    },
  }
}
