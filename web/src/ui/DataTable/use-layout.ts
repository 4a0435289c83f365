import { useContext, useMemo, useState } from 'react'
import type { Column } from './columns.ts'
import { type Layout, readLayout, TablePreferencesContext } from './preferences.ts'

const minWidth = 64
export const defaultWidth = 160

/** Holds the user's layout of a table (visible columns, order, widths, sorting), stored under the id of the table. */
export function useLayout<Row>(tableId: string, columns: readonly Column<Row>[]) {
  const preferences = useContext(TablePreferencesContext)
  const [layout, setLayout] = useState(() => readLayout(preferences.load(tableId)) ?? standardLayout(columns))

  function change(part: Partial<Layout>) {
    const next = { ...layout, ...part }
    setLayout(next)
    preferences.save(tableId, next)
  }

  const ordered = useMemo(() => inOrder(columns, layout.order), [columns, layout.order])
  const visible = useMemo(() => {
    const shown = ordered.filter((column) => !layout.hidden.includes(column.id))
    return shown.length > 0 ? shown : ordered.slice(0, 1)
  }, [ordered, layout.hidden])

  // a new array on every render would sort the rows every time
  const sorting = useMemo(
    () => layout.sorting.filter((sort) => columns.some((column) => column.id === sort.id)),
    [columns, layout.sorting],
  )

  const mayFilter = columns.some((column) => column.filterable !== false)

  /** Moves a column to the position of another; the columns between shift. */
  function place(id: string, target: string) {
    const ids = ordered.map((column) => column.id)
    const [from, to] = [ids.indexOf(id), ids.indexOf(target)]
    if (from < 0 || to < 0 || from === to) return
    ids.splice(from, 1)
    ids.splice(to, 0, id)
    change({ order: ids })
  }

  return {
    ordered,
    visible,
    widths: layout.widths,
    sorting,
    /** True if at least one column is filterable. */
    mayFilter,
    filtersShown: layout.filtersShown && mayFilter,
    place,
    /** Moves a column by one position within `list`, which holds all columns or only the visible ones. */
    shift: (id: string, by: -1 | 1, list: readonly { id: string }[] = ordered) => {
      const target = list[list.findIndex((column) => column.id === id) + by]
      if (target) place(id, target.id)
    },
    show: (id: string, shown: boolean) =>
      change({ hidden: shown ? layout.hidden.filter((hidden) => hidden !== id) : [...layout.hidden, id] }),
    resize: (id: string, width: number | undefined) => {
      const { [id]: _before, ...others } = layout.widths
      change({ widths: width === undefined ? others : { ...others, [id]: Math.round(Math.max(minWidth, width)) } })
    },
    /** Cycles the sorting of a column: ascending, descending, none. `add` keeps the sorting by other columns. */
    toggleSort: (id: string, add: boolean) => {
      const before = layout.sorting.find((sort) => sort.id === id)
      const after = before?.desc ? [] : [{ id, desc: before !== undefined }]
      if (!add) change({ sorting: after })
      else if (!before) change({ sorting: [...layout.sorting, ...after] })
      else change({ sorting: layout.sorting.flatMap((sort) => (sort.id === id ? after : [sort])) })
    },
    sortBy: (sorting: Layout['sorting']) => change({ sorting }),
    showFilters: (filtersShown: boolean) => change({ filtersShown }),
    reset: () => change({ ...standardLayout(columns), filtersShown: layout.filtersShown }),
  }
}

export type TableLayout<Row> = ReturnType<typeof useLayout<Row>>

function standardLayout<Row>(columns: readonly Column<Row>[]): Layout {
  return {
    order: columns.map((column) => column.id),
    hidden: columns.filter((column) => column.hidden).map((column) => column.id),
    widths: {},
    sorting: [],
    filtersShown: false,
  }
}

/** Returns the columns in the stored order; columns missing from it (added in a newer version) come last. */
function inOrder<Row>(columns: readonly Column<Row>[], order: readonly string[]) {
  const known = order.map((id) => columns.find((column) => column.id === id)).filter((column) => column !== undefined)
  return [...known, ...columns.filter((column) => !order.includes(column.id))]
}
