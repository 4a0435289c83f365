import { useContext, useMemo, useState } from 'react'
import type { Column } from './columns.ts'
import { type Layout, readLayout, TablePreferencesContext } from './preferences.ts'

const minWidth = 64
export const defaultWidth = 160

/** Which columns are shown, in which order and how wide, and what is sorted: a person's choice, kept under the table's id. */
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

  // a new list on every render would sort every time
  const sorting = useMemo(
    () => layout.sorting.filter((sort) => columns.some((column) => column.id === sort.id)),
    [columns, layout.sorting],
  )

  const mayFilter = columns.some((column) => column.filterable !== false)

  /** Puts a column in the place of another; the others make room. */
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
    /** Whether there is a column to filter by. */
    mayFilter,
    filtersShown: layout.filtersShown && mayFilter,
    place,
    /** One place to the left or right among `list`, which is all columns or only the visible ones. */
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
    /** A first time ascending, then descending, then not at all; `add` keeps what is sorted already. */
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

/** Columns that came with a newer version stand at the end. */
function inOrder<Row>(columns: readonly Column<Row>[], order: readonly string[]) {
  const known = order.map((id) => columns.find((column) => column.id === id)).filter((column) => column !== undefined)
  return [...known, ...columns.filter((column) => !order.includes(column.id))]
}
