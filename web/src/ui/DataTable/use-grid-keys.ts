import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useShortcuts } from '../shortcuts/shortcuts.ts'

/** A cell of the grid; row -1 is the header. */
export interface Cell {
  row: number
  column: number
}

export const rowHeight = 32
export const headerHeight = 36

interface Input {
  id: string
  rowCount: number
  columnCount: number
  scroller: HTMLDivElement | null
  /** Height in pixels of the header rows that stay visible while scrolling. */
  stickyHeight: number
  onEnter: (cell: Cell, shift: boolean) => void
  onSpace: (cell: Cell, shift: boolean) => void
  onMenu: (cell: Cell) => void
  onSelectAll: () => void
}

/** Row and column offsets, in the order of the arrow keys of the shortcut. */
const steps = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
]

export const cellId = (id: string, { row, column }: Cell) => `${id}-${row < 0 ? 'h' : row}-${column}`

/** Moves an active cell by keyboard. The grid itself has the focus, so that virtual rows can unmount. */
export function useGridKeys({ id, rowCount, columnCount, scroller, stickyHeight, ...on }: Input) {
  const { t } = useTranslation('ui')
  const [wanted, setWanted] = useState<Cell>()
  const active = wanted && {
    row: Math.min(wanted.row, rowCount - 1),
    column: Math.min(wanted.column, columnCount - 1),
  }

  function activate(cell: Cell) {
    const next = {
      row: Math.max(-1, Math.min(cell.row, rowCount - 1)),
      column: Math.max(0, Math.min(cell.column, columnCount - 1)),
    }
    setWanted(next)
    reveal(next)
  }

  function reveal({ row, column }: Cell) {
    const view = scroller
    if (!view) return
    if (row >= 0) {
      const [top, height] = [row * rowHeight, view.clientHeight - stickyHeight]
      if (top < view.scrollTop) view.scrollTop = top
      else if (top + rowHeight > view.scrollTop + height) view.scrollTop = top + rowHeight - height
    }
    const header = document.getElementById(cellId(id, { row: -1, column }))
    if (!header) return
    const [left, right] = [header.offsetLeft, header.offsetLeft + header.offsetWidth]
    if (left < view.scrollLeft) view.scrollLeft = left
    else if (right > view.scrollLeft + view.clientWidth) view.scrollLeft = right - view.clientWidth
  }

  // measured on demand: measuring while the table renders would force a layout of the whole page
  const page = () => Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - stickyHeight) / rowHeight) - 1)
  const press = useShortcuts<Cell>(t('shortcuts.table'), [
    {
      keys: ['↑', '↓', '←', '→'],
      label: t('shortcuts.move'),
      run: ({ row, column }, at) => {
        const [down = 0, right = 0] = steps[at] ?? []
        activate({ row: row + down, column: column + right })
      },
    },
    {
      keys: ['Home', 'End'],
      label: t('shortcuts.edges'),
      run: ({ row }, at) => activate({ row, column: at === 0 ? 0 : columnCount - 1 }),
    },
    {
      keys: ['Ctrl+Home', 'Ctrl+End'],
      label: t('shortcuts.corners'),
      run: (_, at) => activate(at === 0 ? { row: 0, column: 0 } : { row: rowCount - 1, column: columnCount - 1 }),
    },
    {
      keys: ['PgUp', 'PgDn'],
      label: t('shortcuts.page'),
      run: ({ row, column }, at) => activate({ row: at === 0 ? Math.max(0, row - page()) : row + page(), column }),
    },
    { keys: ['Enter'], label: t('shortcuts.open'), run: (cell) => on.onEnter(cell, false) },
    { keys: ['Shift+Enter'], label: t('table.sortAdd'), run: (cell) => on.onEnter(cell, true) },
    { keys: ['Space', 'Shift+Space'], label: t('shortcuts.select'), run: (cell, at) => on.onSpace(cell, at === 1) },
    { keys: ['Ctrl+A'], label: t('table.selectAll'), run: () => on.onSelectAll() },
    { keys: ['Shift+F10', 'Alt+↓', 'Menu'], label: t('shortcuts.menu'), run: (cell) => on.onMenu(cell) },
  ])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // filters and buttons inside the grid handle their own keys
    if (event.target === event.currentTarget) press(event, active ?? { row: -1, column: 0 })
  }

  return {
    active,
    setActive: setWanted,
    gridProps: {
      tabIndex: 0,
      'aria-activedescendant': active && cellId(id, active),
      onKeyDown,
      onFocus: () => {
        if (!wanted) setWanted({ row: rowCount > 0 ? 0 : -1, column: 0 })
      },
    },
  }
}
