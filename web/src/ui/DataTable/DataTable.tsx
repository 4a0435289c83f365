import LinearProgress from '@mui/material/LinearProgress'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  type CSSProperties,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { onPhone } from '../../theme/narrow.ts'
import { Box } from '../layout/Box.tsx'
import { Paper } from '../layout/Paper.tsx'
import { useDelayed } from '../states/use-delayed.ts'
import { Body } from './Body.tsx'
import { Cards } from './Cards.tsx'
import { type Column, cellText } from './columns.ts'
import { FilterRow } from './Filters.tsx'
import { columnTemplate, gridCommands, printedTemplate, totalWidth } from './geometry.ts'
import { columnCount, type Grid, type RowAction } from './grid.ts'
import { Header } from './Header.tsx'
import { gridLook } from './look.ts'
import { Part } from './Part.tsx'
import { Footer, NoRows } from './states.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { headerHeight, useGridKeys } from './use-grid-keys.ts'
import { useLayout } from './use-layout.ts'
import { useMenus } from './use-menus.tsx'
import { type Filters, type Sorting, useTableModel } from './use-table-model.ts'

export interface DataTableProps<Row extends object> {
  /** The key under which the user's column layout is stored. */
  tableId: string
  label: string
  /** Must be a stable reference: a constant or the result of `useMemo`. */
  columns: readonly Column<Row>[]
  /** Undefined while the rows are loading. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Returns the name of a row for the labels of its controls. Default: the text of the first column. */
  rowName?: (row: Row) => string
  /** Returns the lines of a card on a phone, below the name of the row. Default: the first columns. */
  cardLines?: (row: Row) => readonly string[]
  /** Set when loading failed; the table shows the error instead of rows. */
  error?: { message?: string; onRetry?: () => void }
  /** True while newer rows are loading. */
  busy?: boolean
  empty?: { title: string; hint?: string; action?: ReactNode }
  onOpen?: (row: Row) => void
  /** Returns the URL that `onOpen` leads to, if any: a middle click or Ctrl+click opens it in a new tab. */
  hrefOf?: (row: Row) => string | undefined
  rowActions?: (row: Row) => RowAction[]
  /** The label of the action if each row has just one; a button with it replaces the menu. */
  onlyAction?: string
  /** Ids of the selected rows. Rows are selectable only with `onSelect`. */
  selected?: readonly string[]
  onSelect?: (ids: string[]) => void
  /** Returns true for rows drawn on a reddish background. */
  isMarked?: (row: Row) => boolean
  /** The row limit at which the search was cut off; shown as 'mehr als 1000 Treffer'. */
  moreThan?: number
  /** The total number of hits, if the search was cut off and the total was counted. */
  allFound?: number | undefined
  /** Set when the server filters and sorts. Called on every change, and first with the sorting stored for this user. */
  onQuery?: (query: { sorting: Sorting; filters: Filters }) => void
  onEndReached?: () => void
  csvName?: string
  /** Loads every row for the CSV export, if `rows` holds only the loaded pages. */
  allRows?: () => Promise<readonly Row[]>
  /** The URL of the complete list as a file that can be imported again, if the server offers one. */
  wholeFile?: string
  importing?: ReactNode
  /** Replaces the CSV button if the server creates the export. */
  exporting?: ReactNode
  height?: number | string
  /** Tools specific to this table, shown on the left of the toolbar. */
  children?: ReactNode
}

const noRows: never[] = []
const noIds: never[] = []

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { tableId, label, columns, rows, rowId, selected = noIds, onSelect, onQuery, onEndReached } = props
  const {
    error,
    busy = false,
    empty,
    onOpen,
    rowActions,
    onlyAction,
    isMarked,
    moreThan,
    allFound,
    csvName,
    height = '100%',
    children,
  } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [noteScroller] = useState(() => (box: HTMLDivElement | null) => startTransition(() => setScroller(box)))
  const narrow = useMediaQuery(onPhone)
  const words = useMemo(() => ({ yes: t('value.yes'), no: t('value.no') }), [t])
  const layout = useLayout(tableId, columns)
  const [filters, setFilters] = useState<Filters>({})
  const { menu, ...menus } = useMenus(layout, rowActions)

  const model = useTableModel({
    columns,
    rows: rows ?? noRows,
    rowId,
    words,
    sorting: layout.sorting,
    filters,
    selected,
    onSelect,
    manual: onQuery !== undefined,
  })
  useQuery(layout.sorting, filters, onQuery, scroller)

  const found = model.getRowModel().rows
  const nameColumn = layout.visible[0]
  const grid: Grid<Row> = {
    id,
    label,
    layout,
    columns: layout.visible,
    rowCount: found.length,
    rowAt: (index) => found[index],
    words,
    filters,
    setFilter: (column, value) => setFilters((before) => ({ ...before, [column]: value })),
    selectable: onSelect !== undefined,
    isAllSelected: found.length > 0 && model.getIsAllRowsSelected(),
    isSomeSelected: model.getIsSomeRowsSelected(),
    selectAll: (value) => model.toggleAllRowsSelected(value),
    rowActions,
    onlyAction,
    rowName: props.rowName ?? ((row) => (nameColumn ? cellText(nameColumn, row, words) : '')),
    cardLines: props.cardLines,
    isMarked,
    onOpen,
    hrefOf: props.hrefOf,
    ...menus,
    ...(onlyAction && { openRowMenu: (row) => rowActions?.(row)[0]?.onClick() }),
  }

  const count = found.length
  const shownRows = error || count === 0 ? 0 : count
  const clearFilters = () => setFilters({})
  const isFiltering = Object.values(filters).some((value) => value !== '')
  const late = useDelayed(busy && rows !== undefined)

  return (
    <Paper sx={paperLook} style={{ height }}>
      <TableToolbar
        grid={grid}
        narrow={narrow}
        csvName={csvName ?? tableId}
        allRows={props.allRows}
        wholeFile={props.wholeFile}
        importing={props.importing}
        exporting={props.exporting}
        onClearFilters={clearFilters}
      >
        {children}
      </TableToolbar>
      {late && <LinearProgress color="secondary" aria-label={t('state.loading')} sx={{ height: 2, mb: '-2px' }} />}
      {narrow && shownRows > 0 && (
        <Box ref={setScroller} sx={gridLook}>
          <Cards grid={grid} scroller={scroller} onEndReached={onEndReached} />
        </Box>
      )}
      {!narrow && (
        <Sheet
          grid={grid}
          shownRows={shownRows}
          busy={busy || rows === undefined}
          scroller={scroller}
          noteScroller={noteScroller}
          onEndReached={onEndReached}
        />
      )}
      {shownRows === 0 && (
        <NoRows
          error={error}
          known={rows !== undefined}
          empty={empty}
          onClearFilters={isFiltering ? clearFilters : undefined}
        />
      )}
      {!error && rows !== undefined && (
        <Footer shown={count} total={rows.length} selected={selected.length} moreThan={moreThan} allFound={allFound} />
      )}
      {menu}
    </Paper>
  )
}

interface SheetProps<Row extends object> {
  grid: Grid<Row>
  shownRows: number
  busy: boolean
  scroller: HTMLDivElement | null
  noteScroller: (box: HTMLDivElement | null) => void
  onEndReached?: () => void
}

/** Draws the header and rows and owns the active cell, so that moving between cells redraws no other row. */
function Sheet<Row extends object>({ grid, shownRows, busy, scroller, noteScroller, onEndReached }: SheetProps<Row>) {
  const headerRows = grid.layout.filtersShown ? 2 : 1
  const keys = useGridKeys({
    id: grid.id,
    rowCount: grid.rowCount,
    columnCount: columnCount(grid),
    scroller,
    stickyHeight: headerRows * headerHeight,
    ...gridCommands(grid),
  })
  return (
    <Box
      ref={noteScroller}
      sx={gridLook}
      role="grid"
      aria-label={grid.label}
      aria-rowcount={shownRows + headerRows}
      aria-colcount={columnCount(grid)}
      aria-multiselectable={grid.selectable || undefined}
      aria-busy={busy}
      data-empty={shownRows === 0}
      style={{ '--columns': columnTemplate(grid), '--printed': printedTemplate(grid) } as CSSProperties}
      {...keys.gridProps}
    >
      <Part role="presentation" style={{ minWidth: totalWidth(grid) }}>
        <Part role="rowgroup" className="grid-top">
          <Header grid={grid} active={keys.active} onActivate={keys.setActive} />
          {headerRows === 2 && <FilterRow grid={grid} />}
        </Part>
        {shownRows > 0 && (
          <Body
            grid={grid}
            scroller={scroller}
            active={keys.active}
            headerRows={headerRows}
            onActivate={keys.setActive}
            onEndReached={onEndReached}
          />
        )}
      </Part>
    </Box>
  )
}

const paperLook = {
  display: 'flex',
  flexDirection: 'column',
  minHeight: 200,
  overflow: 'hidden',
  '@media print': { display: 'block', height: 'auto !important', overflow: 'visible', border: 0 },
} as const

function useQuery(
  sorting: Sorting,
  filters: Filters,
  onQuery: DataTableProps<object>['onQuery'],
  scroller: HTMLElement | null,
) {
  const ask = useEffectEvent(() => {
    if (!onQuery) return
    onQuery({ sorting, filters })
    // new rows are loading, so scroll back to the first
    if (scroller) scroller.scrollTop = 0
  })
  const wanted = JSON.stringify([sorting, filters])
  const asked = useRef(JSON.stringify([[], {}]))
  useEffect(() => {
    if (asked.current === wanted) return
    asked.current = wanted
    ask()
  }, [wanted])
}
