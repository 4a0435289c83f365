import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import MoreVertIcon from '@mui/icons-material/MoreVert'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { type Order, useOrder, useOrdered } from '../dragging/use-order.ts'
import { Checkbox } from '../fields/Checkbox.tsx'
import { Box } from '../layout/Box.tsx'
import { type Column, isRightAligned } from './columns.ts'
import { columnCount, type Grid } from './grid.ts'
import { Part } from './Part.tsx'
import { type Cell, cellId, headerHeight } from './use-grid-keys.ts'
import { defaultWidth } from './use-layout.ts'

interface Props<Row extends object> {
  grid: Grid<Row>
  active?: Cell
  onActivate: (cell: Cell) => void
}

export function Header<Row extends object>({ grid, active, onActivate }: Props<Row>) {
  const { t } = useTranslation('ui')
  const ids = grid.columns.map(({ id }) => id)
  const { order } = useOrder(ids, (from, to) => grid.layout.place(ids[from] ?? '', ids[to] ?? ''))
  const first = grid.selectable ? 1 : 0
  const isActive = (column: number) => active?.row === -1 && active.column === column
  return (
    <Part role="row" aria-rowindex={1} className="grid-row" style={{ height: headerHeight }}>
      {grid.selectable && (
        <Part
          role="columnheader"
          aria-colindex={1}
          id={cellId(grid.id, { row: -1, column: 0 })}
          data-active={isActive(0)}
          className="grid-cell grid-check"
        >
          <Checkbox
            tabIndex={-1}
            checked={grid.isAllSelected}
            indeterminate={grid.isSomeSelected && !grid.isAllSelected}
            onChange={() => grid.selectAll()}
            aria-label={t('table.selectAll')}
          />
        </Part>
      )}
      {grid.columns.map((column, index) => (
        <HeaderCell
          key={column.id}
          grid={grid}
          order={order}
          column={column}
          index={index + first}
          isActive={isActive(index + first)}
          onActivate={() => onActivate({ row: -1, column: index + first })}
        />
      ))}
      {grid.rowActions && (
        <Part
          role="columnheader"
          aria-colindex={columnCount(grid)}
          id={cellId(grid.id, { row: -1, column: columnCount(grid) - 1 })}
          data-active={isActive(columnCount(grid) - 1)}
          className="grid-cell grid-actions"
        >
          <span className="visually-hidden">{t('table.actions')}</span>
        </Part>
      )}
    </Part>
  )
}

interface CellProps<Row extends object> {
  grid: Grid<Row>
  order: Order
  column: Column<Row>
  index: number
  isActive: boolean
  onActivate: () => void
}

function HeaderCell<Row extends object>({ grid, order, column, index, isActive, onActivate }: CellProps<Row>) {
  const { t } = useTranslation('ui')
  const { element, over } = useOrdered<HTMLDivElement>(order, column.id)
  const { layout } = grid
  const place = layout.sorting.findIndex((sort) => sort.id === column.id)
  const sort = layout.sorting[place]
  const Arrow = sort?.desc ? ArrowDownwardIcon : ArrowUpwardIcon

  return (
    <Part
      ref={element}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sort ? (sort.desc ? 'descending' : 'ascending') : undefined}
      id={cellId(grid.id, { row: -1, column: index })}
      data-active={isActive}
      data-dropping={over}
      className={`grid-cell grid-header ${isRightAligned(column) ? 'grid-right' : ''}`}
      onClick={(event) => {
        onActivate()
        if (column.sortable !== false) layout.toggleSort(column.id, event.shiftKey)
      }}
    >
      <Box component="span" className="grid-label" title={column.label}>
        {column.label}
      </Box>
      {sort && <Arrow sx={{ fontSize: 16, flex: 'none' }} color="secondary" />}
      {sort && layout.sorting.length > 1 && <small>{place + 1}</small>}
      <IconButton
        className="grid-menu"
        tabIndex={-1}
        aria-label={t('table.columnMenu', { label: column.label })}
        aria-haspopup="menu"
        onClick={(event) => {
          event.stopPropagation()
          grid.openColumnMenu(column, event.currentTarget)
        }}
        sx={{ p: 0, width: 24, height: 24 }}
      >
        <MoreVertIcon sx={{ fontSize: 18 }} />
      </IconButton>
      <Resizer onResize={(width) => layout.resize(column.id, width)} />
    </Part>
  )
}

/** The draggable edge of a column header; a double click resets the width. The column menu does both by keyboard. */
function Resizer({ onResize }: { onResize: (width: number | undefined) => void }) {
  const [start, setStart] = useState<number>()

  function begin(event: PointerEvent<HTMLElement>) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setStart((event.currentTarget.parentElement?.offsetWidth ?? defaultWidth) - event.clientX)
  }

  return (
    <span
      className="grid-resizer"
      aria-hidden
      onPointerDown={begin}
      onPointerMove={(event) => start !== undefined && onResize(start + event.clientX)}
      onPointerUp={() => setStart(undefined)}
      onPointerCancel={() => setStart(undefined)}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => onResize(undefined)}
    />
  )
}
