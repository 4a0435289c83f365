import useMediaQuery from '@mui/material/useMediaQuery'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Children, memo, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { onTablet } from '../../theme/narrow.ts'
import { visuallyHidden } from '../accessibility/visually-hidden.ts'
import { Part } from '../DataTable/Part.tsx'
import { type Move, type Order, rowLook, useOrder, useOrdered } from '../dragging/use-order.ts'
import { Box } from '../layout/Box.tsx'
import { inSightWith } from '../rendering/in-sight.ts'
import { useTurns } from '../rendering/use-later.ts'
import { usePrinting } from '../rendering/use-printing.ts'
import { MoveHandle } from './MoveHandle.tsx'

export interface EditableColumn {
  label: string
  /** Below the label. */
  unit?: string
  /** A track of the grid: 'minmax(200px, 3fr)'. */
  width: string
  align?: 'right'
  /** Takes the whole width of a card on a phone. */
  wide?: boolean
  /** What can be done with the row: beside its handle on a phone, and in sight however wide the table is. */
  actions?: boolean
}

interface Props {
  /** Path of the list in the form, where all rows are entries of it. */
  name?: string
  label: string
  columns: readonly EditableColumn[]
  keys: readonly string[]
  /** What a row is called in the names of its controls. */
  nameOf?: (index: number) => string
  /** Where rows may be brought into another order. */
  onMove?: Move | undefined
  /** A row that stays in the document wherever it is, with what was typed and the focus. */
  kept?: string | null
  rowsOnPage?: number
  leastWidth?: number
  /** Where rows become cards. */
  cardsIn?: string
  /** The cells of a row, one for each column; the same function as long as they are, so that no row is drawn for nothing. */
  cells: (path: string, index: number) => ReactNode
}

const rowHeight = 44
const cardHeight = 212
/** So many rows stand on the page; more scroll within the table, where only those in sight are drawn. */
const usualRows = 15
/** Beside a message that is read along there is so much room for a dossier. */
const usualWidth = 640
/** So many are drawn at once when the table comes, and so often, until all are there. */
const rowsInTurn = 5
const rowTurns = 4
const nowhere: Move = () => undefined

/** Rows that are edited where they stand, and dragged into another order where they have one; cards on a phone. */
export function EditableTable(props: Props) {
  const { name, label, columns, keys, nameOf, onMove, kept, cells } = props
  const { rowsOnPage = usualRows, leastWidth = usualWidth } = props
  const narrow = useMediaQuery(props.cardsIn ?? onTablet)
  const scroller = useRef<HTMLDivElement>(null)
  const { order, dragged = kept } = useOrder(keys, onMove ?? nowhere, scroller, onMove !== undefined)
  const scrolls = keys.length > rowsOnPage
  const turn = useTurns(rowTurns)
  const rows = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => keys[index] ?? index,
    estimateSize: () => (narrow ? cardHeight : rowHeight),
    overscan: scrolls ? 4 : rowsOnPage,
    initialRect: { width: 1200, height: rowsOnPage * rowHeight },
    // the row that is being dragged, or edited, has to stay in the document
    rangeExtractor: inSightWith(dragged ? keys.indexOf(dragged) : -1),
  })
  useFirstFault(name, (index) => rows.scrollToIndex(index, { align: 'center' }))
  const printing = usePrinting()
  const inSight = printing ? keys.map((key, index) => ({ key, index, start: 0 })) : rows.getVirtualItems()
  // a table that is a form of its own in each row is drawn at once, as is the first row, which is written into as it comes
  const drawn =
    printing || name === undefined || keys.length === 1 || turn === rowTurns
      ? inSight
      : inSight.slice(0, turn * rowsInTurn)
  const template = [onMove ? '34px' : '', ...columns.map(({ width }) => width)].join(' ')

  return (
    <Box
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={keys.length + 1}
      sx={{
        overflow: 'auto',
        maxHeight: scrolls ? (narrow ? '80dvh' : rowsOnPage * rowHeight) : undefined,
        '@media print': { overflow: 'visible', maxHeight: 'none' },
      }}
    >
      <Head
        columns={columns}
        template={template}
        narrow={narrow}
        hasHandles={Boolean(onMove)}
        leastWidth={leastWidth}
      />
      <Box
        role="rowgroup"
        sx={{ position: 'relative', minWidth: narrow ? 0 : leastWidth, ...(narrow ? cardsLook : linesLook) }}
        style={{ height: rows.getTotalSize() }}
      >
        {drawn.map(({ key, index, start }) => (
          <Row
            key={key}
            path={name ? `${name}.${index}` : ''}
            index={index}
            count={keys.length}
            rowName={nameOf?.(index) ?? ''}
            top={start}
            measure={rows.measureElement}
            columns={columns}
            template={template}
            narrow={narrow}
            onMove={onMove}
            cells={cells}
            id={keys[index] ?? ''}
            order={order}
          />
        ))}
      </Box>
    </Box>
  )
}

interface HeadProps extends Pick<Props, 'columns'> {
  template: string
  narrow: boolean
  hasHandles: boolean
  leastWidth: number
}

function Head({ columns, template, narrow, hasHandles, leastWidth }: HeadProps) {
  return (
    <Box
      role="row"
      sx={
        narrow
          ? visuallyHidden
          : {
              ...lineLook,
              gridTemplateColumns: template,
              position: 'sticky',
              top: 0,
              zIndex: 2,
              bgcolor: 'background.paper',
              alignItems: 'end',
              minWidth: leastWidth,
              py: 1,
              fontSize: 12,
              color: 'text.secondary',
            }
      }
    >
      {hasHandles && <span role="presentation" />}
      {columns.map(({ label, unit, align, actions }) => (
        <Box key={label} role="columnheader" sx={{ textAlign: align, lineHeight: 1.3, pl: align ? 0 : inputInset }}>
          {actions ? <span style={visuallyHidden}>{label}</span> : label}
          {unit && <Box sx={{ fontWeight: 400 }}>{unit}</Box>}
        </Box>
      ))}
    </Box>
  )
}

/** Where the text of a field begins. */
const inputInset = 3.5

const lineLook = { display: 'grid', columnGap: 1.5, px: 3 } as const

/** Plain classes for all cells: a styled component for each would cost more than what stands in them. */
const rowsLook = {
  // paper has another width than the screen on which the rows were measured
  '@media print': {
    height: 'auto !important',
    '& .row-line.row-line': { position: 'static', transform: 'none !important', breakInside: 'avoid' },
  },
  '& .row-line': { position: 'absolute', top: 0, left: 0, right: 0, borderTop: 1, borderColor: 'divider' },
  '& .row-line > [role=cell]': { minWidth: 0 },
} as const

const linesLook = {
  ...rowsLook,
  // whose name stands at a field of the first row is not below the head
  '& .row-line': { ...rowsLook['& .row-line'], ...lineLook, alignItems: 'start', py: 1, '--tag-top': '-3px' },
  '& .row-move': { pt: 1 },
  '& [data-align=right]': { textAlign: 'right' },
  // what is done with a row is in sight however wide the table is
  '& [data-actions=true]': { position: 'sticky', right: 0, bgcolor: 'background.paper' },
  // the labels of the fields stand in the head; in the cells they are there, unseen
  '& .MuiInputLabel-root': visuallyHidden,
  '& .MuiOutlinedInput-notchedOutline': { top: 0 },
  '& .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
  '& .MuiFormHelperText-root': { mx: 0.5 },
} as const

/** A card begins with a line of its handle and what can be done with it. */
const cardsLook = {
  ...rowsLook,
  '& .row-line': {
    ...rowsLook['& .row-line'],
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: 2,
    rowGap: 3,
    px: 3,
    py: 3,
  },
  '& .row-move, & [data-actions=true]': { gridRow: 1, mb: -2 },
  '& [data-actions=true]': { gridColumn: 2, justifySelf: 'end' },
  '& [data-wide=true]': { gridColumn: '1 / -1' },
} as const

interface RowProps extends Pick<Props, 'columns' | 'onMove' | 'cells'> {
  path: string
  index: number
  count: number
  rowName: string
  top: number
  measure: (element: HTMLElement | null) => void
  template: string
  narrow: boolean
  id: string
  order: Order
}

/** Redrawn only when it changes itself, not with every step of scrolling. */
const Row = memo(function Row(props: RowProps) {
  const { path, index, count, rowName, top, measure, columns, template, narrow, onMove, cells } = props
  const { element: row, handle, ...look } = useOrdered(props.order, props.id)
  const place = useCallback(
    (element: HTMLElement | null) => {
      row.current = element
      measure(element)
    },
    [row, measure],
  )
  return (
    <Part
      ref={place}
      role="row"
      className="row-line"
      aria-rowindex={index + 2}
      data-index={index}
      data-row={props.id}
      style={{
        transform: `translateY(${top}px)`,
        gridTemplateColumns: narrow ? undefined : template,
        ...rowLook(look),
      }}
    >
      {onMove && (
        <Part role="cell" className="row-move">
          <MoveHandle name={rowName} index={index} count={() => count} onMove={onMove} handle={handle} />
        </Part>
      )}
      {Children.map(cells(path, index), (cell, at) => {
        const { actions, align, wide } = columns[at] ?? {}
        return (
          <Part role="cell" data-actions={actions} data-align={align} data-wide={wide}>
            {cell}
          </Part>
        )
      })}
    </Part>
  )
})
/** A row that a refused save finds at fault is brought into sight. */
function useFirstFault(name: string | undefined, show: (index: number) => void) {
  const { errors, submitCount } = useFormState(name ? { name } : { disabled: true })
  const seen = useRef(submitCount)
  useEffect(() => {
    if (!name || seen.current === submitCount) return
    seen.current = submitCount
    const list = name.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], errors)
    const first = Array.isArray(list) ? list.findIndex(Boolean) : -1
    if (first >= 0) show(first)
  })
}
