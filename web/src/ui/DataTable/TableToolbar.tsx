import FilterListIcon from '@mui/icons-material/FilterList'
import ViewColumnIcon from '@mui/icons-material/ViewColumn'
import Badge from '@mui/material/Badge'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { ExportButton } from '../files/ExportButton.tsx'
import { Box } from '../layout/Box.tsx'
import { notify } from '../notices/snackbar.ts'
import { lazyPart } from '../rendering/lazy-part.tsx'
import { Tooltip } from '../tooltips/Tooltip.tsx'
import { download, toCsv } from './csv.ts'
import type { Grid } from './grid.ts'

const ColumnChooser = lazyPart(() => import('./ColumnChooser.tsx'), 'ColumnChooser')
const FilterDialog = lazyPart(() => import('./FilterDialog.tsx'), 'FilterDialog')

interface Props<Row extends object> {
  grid: Grid<Row>
  narrow: boolean
  csvName: string
  allRows?: () => Promise<readonly Row[]>
  wholeFile?: string
  importing?: ReactNode
  exporting?: ReactNode
  onClearFilters: () => void
  children?: ReactNode
}

export function TableToolbar<Row extends object>(props: Props<Row>) {
  const { grid, narrow, csvName, allRows, wholeFile, importing, exporting, onClearFilters, children } = props
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState<'columns' | 'filters'>()
  const { layout } = grid
  const filtering = Object.values(grid.filters).filter((value) => value !== '').length
  const filterLabel = t(narrow ? 'table.filterAndSort' : layout.filtersShown ? 'table.filterHide' : 'table.filterShow')

  const [loading, setLoading] = useState(false)

  async function exportCsv() {
    const rows = allRows ? await everyRow(allRows) : loadedRows(grid)
    if (!rows) return
    download(`${csvName}.csv`, toCsv(grid.columns, rows, grid.words), 'text/csv;charset=utf-8')
  }

  async function everyRow(load: () => Promise<readonly Row[]>) {
    setLoading(true)
    try {
      return await load()
    } catch {
      notify(t('table.exportFailed'), { severity: 2 })
      return undefined
    } finally {
      setLoading(false)
    }
  }

  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1,
        minHeight: 44,
        displayPrint: 'none',
      }}
    >
      <Box
        sx={{
          flex: 1,
          maxWidth: '100%',
          pt: children ? 1 : 0,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
        }}
      >
        {children}
      </Box>
      {filtering > 0 && <Button onClick={onClearFilters}>{t('table.filterClear')}</Button>}
      <Box sx={toolsLook}>
        {(narrow || layout.mayFilter) && (
          <Tooltip title={filterLabel}>
            <IconButton
              aria-label={filtering > 0 ? `${filterLabel} (${filtering})` : filterLabel}
              aria-pressed={narrow ? undefined : layout.filtersShown}
              aria-haspopup={narrow ? 'dialog' : undefined}
              onClick={() => (narrow ? setOpen('filters') : layout.showFilters(!layout.filtersShown))}
            >
              <Badge badgeContent={filtering || undefined} color="secondary">
                <FilterListIcon fontSize="small" />
              </Badge>
            </IconButton>
          </Tooltip>
        )}
        <Tooltip title={t('table.columns')}>
          <IconButton aria-label={t('table.columns')} aria-haspopup="dialog" onClick={() => setOpen('columns')}>
            <ViewColumnIcon fontSize="small" />
          </IconButton>
        </Tooltip>
        {importing}
        {exporting ?? (
          <ExportButton
            disabled={grid.rowCount === 0}
            loading={loading}
            files={[
              { label: t('table.exportShown'), from: () => void exportCsv() },
              ...(wholeFile ? [{ label: t('table.exportWhole'), from: wholeFile }] : []),
            ]}
          />
        )}
      </Box>
      <Suspense>
        {open === 'columns' && <ColumnChooser layout={layout} onClose={() => setOpen(undefined)} />}
        {open === 'filters' && <FilterDialog grid={grid} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </Box>
  )
}

const toolsLook = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  ml: 'auto',
} as const

function loadedRows<Row extends object>(grid: Grid<Row>): Row[] {
  return Array.from({ length: grid.rowCount }, (_, index) => grid.rowAt(index)?.original).filter(
    (row) => row !== undefined,
  )
}
