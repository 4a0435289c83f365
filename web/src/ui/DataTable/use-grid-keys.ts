import { type KeyboardEvent, useState } from 'react'

/** Row -1 is the header. */
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
  /** What stands above the rows while they scroll. */
  stickyHeight: number
  onEnter: (cell: Cell, shift: boolean) => void
  onSpace: (cell: Cell, shift: boolean) => void
  onMenu: (cell: Cell) => void
  onSelectAll: () => void
}

export const cellId = (id: string, { row, column }: Cell) => `${id}-${row < 0 ? 'h' : row}-${column}`

/** One cell is active; the grid itself keeps the focus, so that rows may come and go without losing it. */
export function useGridKeys({ id, rowCount, columnCount, scroller, stickyHeight, ...on }: Input) {
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

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // filters and buttons inside the grid keep their own keys
    if (event.target !== event.currentTarget) return
    const at = active ?? { row: -1, column: 0 }
    const { row, column } = at
    const page = Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - stickyHeight) / rowHeight) - 1)
    const far = event.ctrlKey || event.metaKey

    const moves: Record<string, Cell | undefined> = {
      ArrowUp: { row: row - 1, column },
      ArrowDown: event.altKey ? undefined : { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      Home: { row: far ? 0 : row, column: 0 },
      End: { row: far ? rowCount - 1 : row, column: columnCount - 1 },
      PageUp: { row: Math.max(0, row - page), column },
      PageDown: { row: row + page, column },
    }
    const move = moves[event.key]
    const act = move ? () => activate(move) : action(event, at, far)
    if (!act) return
    event.preventDefault()
    act()
  }

  function action(event: KeyboardEvent, at: Cell, far: boolean) {
    const opensMenu =
      event.key === 'ContextMenu' ||
      (event.key === 'F10' && event.shiftKey) ||
      (event.key === 'ArrowDown' && event.altKey)
    if (opensMenu) return () => on.onMenu(at)
    if (event.key === 'Enter') return () => on.onEnter(at, event.shiftKey)
    if (event.key === ' ') return () => on.onSpace(at, event.shiftKey)
    if (event.key === 'a' && far) return on.onSelectAll
    return undefined
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
