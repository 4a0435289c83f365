import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  type Row as ModelRow,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { type Column, compareValues, passes, sortValue, type Words } from './columns.ts'

const features = tableFeatures({
  columnFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowSelectionFeature,
})

export type TableRow<Row extends object> = ModelRow<typeof features, Row>
export type Sorting = { id: string; desc: boolean }[]
export type Filters = Record<string, string>

interface Input<Row extends object> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  words: Words
  sorting: Sorting
  filters: Filters
  selected: readonly string[]
  onSelect?: (ids: string[]) => void
  /** True if the server filters and sorts. */
  manual: boolean
}

const none: never[] = []

/** Returns the table model: rows filtered, sorted and selected. */
export function useTableModel<Row extends object>(input: Input<Row>) {
  const { columns, rows, rowId, words, sorting, filters, selected, onSelect, manual } = input
  const definitions = useMemo(() => columns.map((column) => definition(column, words)), [columns, words])
  const columnFilters = useMemo(
    () => Object.entries(filters).flatMap(([id, value]) => (value === '' ? [] : [{ id, value }])),
    [filters],
  )
  const rowSelection = useMemo(() => Object.fromEntries(selected.map((id) => [id, true as const])), [selected])
  return useTable({
    features,
    columns: definitions,
    data: rows.length === 0 ? none : rows,
    getRowId: rowId,
    manualFiltering: manual,
    manualSorting: manual,
    enableRowSelection: onSelect !== undefined,
    state: { sorting, columnFilters, rowSelection },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update
      onSelect?.(Object.keys(next).filter((id) => next[id]))
    },
  })
}

function definition<Row extends object>(column: Column<Row>, words: Words) {
  // one predicate per filter text, not one per row
  let made: { filter: string; test: (row: Row) => boolean } | undefined
  return {
    id: column.id,
    header: column.label,
    accessorFn: (row: Row) => sortValue(column, row, words),
    sortUndefined: 'last' as const,
    sortFn: (a: TableRow<Row>, b: TableRow<Row>, id: string) =>
      compareValues(a.getValue<string | number>(id), b.getValue<string | number>(id)),
    filterFn: (row: TableRow<Row>, _id: string, filter: string) => {
      if (made?.filter !== filter) made = { filter, test: passes(column, filter, words) }
      return made.test(row.original)
    },
  }
}
