import type { Column, Words } from './columns.ts'
import type { TableLayout } from './use-layout.ts'
import type { Filters, TableRow } from './use-table-model.ts'

export interface RowAction {
  label: string
  onClick: () => void
  disabled?: boolean
}

/**
 * The state shared by the parts of a table. Rows are read one by one, because the development build of React compares
 * the properties of components.
 */
export interface Grid<Row extends object> {
  id: string
  label: string
  layout: TableLayout<Row>
  /** The visible columns in display order. */
  columns: readonly Column<Row>[]
  rowCount: number
  rowAt: (index: number) => TableRow<Row> | undefined
  words: Words
  filters: Filters
  setFilter: (id: string, value: string) => void
  selectable: boolean
  isAllSelected: boolean
  isSomeSelected: boolean
  selectAll: (selected?: boolean) => void
  rowActions?: (row: Row) => RowAction[]
  onlyAction: string | undefined
  rowName: (row: Row) => string
  cardLines?: (row: Row) => readonly string[]
  isMarked?: (row: Row) => boolean
  onOpen?: (row: Row) => void
  hrefOf: ((row: Row) => string | undefined) | undefined
  openColumnMenu: (column: Column<Row>, anchor: HTMLElement) => void
  /** Opens the menu of a row, or carries out its only action. */
  openRowMenu: (row: Row, anchor: HTMLElement) => void
}

/** Returns the number of columns, including selection and actions. */
export const columnCount = <Row extends object>(grid: Grid<Row>) =>
  grid.columns.length + (grid.selectable ? 1 : 0) + (grid.rowActions ? 1 : 0)
