import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, memo, useEffect, useEffectEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { withColon } from '../../i18n/written.ts'
import { usePrinting } from '../rendering/use-printing.ts'
import { type Column, cellText, isRightAligned } from './columns.ts'
import { columnCount, type Grid } from './grid.ts'
import { rowActionsSign } from './look.ts'
import { Part } from './Part.tsx'
import { type Cell, cellId, rowHeight } from './use-grid-keys.ts'

interface Props<Row extends object> {
  grid: Grid<Row>
  scroller: HTMLDivElement | null
  active?: Cell
  headerRows: number
  onActivate: (cell: Cell) => void
  onEndReached?: () => void
}

/**
 * Draws the rows of a table. On the screen only visible rows are in the document, in print all of them. The elements
 * are plain because scrolling creates hundreds of rows.
 */
export function Body<Row extends object>({ grid, scroller, active, headerRows, onActivate, onEndReached }: Props<Row>) {
  const count = grid.rowCount
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialRect: { width: 1200, height: 600 },
  })
  const printing = usePrinting()
  const items = virtualizer.getVirtualItems()
  const shown = printing ? Array.from({ length: count }, (_, index) => ({ index, start: index * rowHeight })) : items
  const last = items.at(-1)?.index ?? 0
  const reachEnd = useEffectEvent(() => onEndReached?.())
  useEffect(() => {
    if (count > 0 && last >= count - 10) reachEnd()
  }, [last, count])

  return (
    <Part role="rowgroup" className="grid-body" style={{ height: virtualizer.getTotalSize() }}>
      {shown.map((item) => (
        <MemoRow
          key={grid.rowAt(item.index)?.id ?? item.index}
          grid={grid}
          index={item.index}
          top={item.start}
          activeColumn={active?.row === item.index ? active.column : undefined}
          headerRows={headerRows}
          onActivate={onActivate}
        />
      ))}
    </Part>
  )
}

interface RowProps<Row extends object> {
  grid: Grid<Row>
  index: number
  top: number
  activeColumn: number | undefined
  headerRows: number
  onActivate: (cell: Cell) => void
}

function BodyRow<Row extends object>({ grid, index, top, activeColumn, headerRows, onActivate }: RowProps<Row>) {
  const { t } = useTranslation('ui')
  const row = grid.rowAt(index)
  if (!row) return null
  const { original } = row
  const selected = row.getIsSelected()
  const first = grid.selectable ? 1 : 0
  const actionsColumn = columnCount(grid) - 1
  const cell = (column: number) => ({
    role: 'gridcell',
    id: cellId(grid.id, { row: index, column }),
    'aria-colindex': column + 1,
    'data-active': activeColumn === column,
    onMouseDown: () => onActivate({ row: index, column }),
  })

  function open(event: MouseEvent<HTMLElement>) {
    const onControl = (event.target as HTMLElement).closest('a, button, input, label, select, .grid-check')
    if (!onControl && !getSelection()?.toString()) grid.onOpen?.(original)
  }

  return (
    <Part
      role="row"
      aria-rowindex={index + headerRows + 1}
      aria-selected={grid.selectable ? selected : undefined}
      data-opens={grid.onOpen !== undefined}
      data-marked={grid.isMarked?.(original)}
      data-href={grid.hrefOf?.(original)}
      className="grid-row grid-line"
      style={{ transform: `translateY(${top}px)` }}
      onClick={open}
    >
      {grid.selectable && (
        <Part {...cell(0)} className="grid-cell grid-check">
          <input
            type="checkbox"
            className="grid-box"
            tabIndex={-1}
            checked={selected}
            onChange={row.getToggleSelectedHandler()}
            aria-label={t('table.selectRow', { name: grid.rowName(original) })}
          />
        </Part>
      )}
      {grid.columns.map((column, at) => (
        <Part
          key={column.id}
          {...cell(at + first)}
          className={`grid-cell ${isRightAligned(column) ? 'grid-right' : ''}`}
        >
          <Content column={column} row={original} grid={grid} />
        </Part>
      ))}
      {grid.rowActions && (
        <Part {...cell(actionsColumn)} className="grid-cell grid-actions">
          <button
            type="button"
            tabIndex={-1}
            {...(grid.onlyAction
              ? { className: 'grid-action grid-only', 'aria-label': withColon(grid.onlyAction, grid.rowName(original)) }
              : {
                  className: 'grid-action',
                  'aria-label': t('table.rowActions', { name: grid.rowName(original) }),
                  'aria-haspopup': 'menu',
                })}
            onClick={(event) => grid.openRowMenu(original, event.currentTarget)}
          >
            {grid.onlyAction ?? rowActionsSign}
          </button>
        </Part>
      )}
    </Part>
  )
}

/** A row that is not drawn again while scrolling; every other change creates a new `grid` and draws it. */
const MemoRow = memo(BodyRow) as typeof BodyRow

function Content<Row extends object>({ column, row, grid }: { column: Column<Row>; row: Row; grid: Grid<Row> }) {
  if (column.render) return <span className="grid-text">{column.render(row)}</span>
  const text = cellText(column, row, grid.words)
  return (
    <span className="grid-text" title={text.length > 20 ? text : undefined}>
      {text}
    </span>
  )
}
