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
  /** Shown below the label. */
  unit?: string
  /** A grid track, such as 'minmax(200px, 3fr)'. */
  width: string
  align?: 'right'
  /** True if the cell takes the full width of a card on a phone. */
  wide?: boolean
  /** True for the column with the row actions: always visible in a table, beside the handle on a phone. */
  actions?: boolean
}

interface Props {
  /** Path of the list in the form, if all rows are fields of one form. */
  name?: string
  label: string
  columns: readonly EditableColumn[]
  keys: readonly string[]
  /** Returns the name of a row for the labels of its controls. */
  nameOf?: (index: number) => string
  /** Set if the user may reorder the rows. */
  onMove?: Move | undefined
  /** Key of a row that stays mounted when it scrolls out of view, to keep its input and focus. */
  kept?: string | null
  rowsOnPage?: number
  leastWidth?: number
  /** Media query under which rows are drawn as cards. */
  cardsIn?: string
  /** Draws the cells of a row, one per column. Must be a stable reference, otherwise every row is drawn again. */
  cells: (path: string, index: number) => ReactNode
}

const rowHeight = 44
const cardHeight = 212
/** Default number of rows shown without scrolling. Longer tables scroll, and only visible rows are drawn. */
const usualRows = 15
/** Default minimum width in pixels: the space a dossier has beside an open message. */
const usualWidth = 640
/** When the table first appears, rows are drawn in `rowTurns` turns of `rowsInTurn` rows, then all. */
const rowsInTurn = 5
const rowTurns = 4
const nowhere: Move = () => undefined

/** A table whose rows are edited in place and, with `onMove`, dragged into another order; cards on a phone. */
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
    // the row that is dragged or edited must stay mounted
    rangeExtractor: inSightWith(dragged ? keys.indexOf(dragged) : -1),
  })
  useFirstFault(name, (index) => rows.scrollToIndex(index, { align: 'center' }))
  const printing = usePrinting()
  const inSight = printing ? keys.map((key, index) => ({ key, index, start: 0 })) : rows.getVirtualItems()
  // drawn at once: a table with a form of its own per row, and a single row, because the user types into it immediately
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

/** Left inset of the text within a field. */
const inputInset = 3.5

const lineLook = { display: 'grid', columnGap: 1.5, px: 3 } as const

/** Styles of all cells by plain class names: a styled component per cell would cost more than its content. */
const rowsLook = {
  // rows were measured for the width of the screen, which differs from paper
  '@media print': {
    height: 'auto !important',
    '& .row-line.row-line': { position: 'static', transform: 'none !important', breakInside: 'avoid' },
  },
  '& .row-line': { position: 'absolute', top: 0, left: 0, right: 0, borderTop: 1, borderColor: 'divider' },
  '& .row-line > [role=cell]': { minWidth: 0 },
} as const

const linesLook = {
  ...rowsLook,
  // lowers the name tags of other users, so that those in the first row are not hidden by the head
  '& .row-line': { ...rowsLook['& .row-line'], ...lineLook, alignItems: 'start', py: 1, '--tag-top': '-3px' },
  '& .row-move': { pt: 1 },
  '& [data-align=right]': { textAlign: 'right' },
  // visible however wide the table is
  '& [data-actions=true]': { position: 'sticky', right: 0, bgcolor: 'background.paper' },
  // the head shows the labels; in the cells they are only for screen readers
  '& .MuiInputLabel-root': visuallyHidden,
  '& .MuiOutlinedInput-notchedOutline': { top: 0 },
  '& .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
  '& .MuiFormHelperText-root': { mx: 0.5 },
} as const

/** A card begins with a line that holds the handle and the row actions. */
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

/** A row, memoised so that scrolling does not draw it again. */
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
/** Scrolls to the first invalid row after a failed submit. */
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
