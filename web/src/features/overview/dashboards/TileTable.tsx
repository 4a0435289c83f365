import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Suspense, useId } from 'react'
import type { Table as TileTableData, Unit } from '#contract/overview/dashboards'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { CsvButton } from '../../../ui/files/CsvButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useLabelText, useValueText } from './use-words.ts'

// loads in parallel with the figures, which do not need it
const TileChart = lazyPart(() => import('./TileChart.tsx'), 'TileChart')
TileChart.ahead().catch(() => undefined)
const chartHeight = 220

/** Returns the units that have a chart; the first one even without data. */
function unitsToDraw(columns: TileTableData['columns'], rows: TileTableData['rows']): Unit[] {
  const units = [...new Set(columns.map(({ unit }) => unit))]
  const has = (unit: Unit) =>
    rows.some(({ values }) => values.some(({ value }, at) => value && columns[at]?.unit === unit))
  return units.filter((unit, place) => place === 0 || has(unit))
}

/** Rounds a value for the export, where more decimals are meaningless. */
const rounded = (value: number | null | undefined) => (value == null ? null : Math.round(value * 100) / 100)

/** A chart and a table of the same data, also for screen readers. */
export function TileTable({ name, labels, columns, rows }: TileTableData) {
  const { t } = useTranslation('dashboards')
  const id = useId()
  const labelOf = useLabelText(labels)
  const textOf = useValueText()
  const csvColumns = [
    { id: 'label', label: t(`labels.${labels}`), value: (row: (typeof rows)[number]) => labelOf(row.label) },
    ...columns.map((column, at) => ({
      id: column.name,
      // the CSV heading contains the unit
      label: [t(`column.${column.name}`), column.unit !== 'count' && t(`inUnit.${column.unit}`)]
        .filter(Boolean)
        .join(' '),
      kind: 'number' as const,
      value: (row: (typeof rows)[number]) => rounded(row.values[at]?.value),
    })),
  ]
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0, breakInside: 'avoid' }}>
      <Typography id={id} variant="h4" component="h3" sx={{ fontSize: 14, fontWeight: 600 }}>
        {t(`table.${name}`)}
      </Typography>
      <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', mb: 1 }}>
        {t(`tableIs.${name}`)}
      </Typography>
      {rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('nothing')}</Typography>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'start' }}>
          <Box aria-hidden sx={{ flex: '1 1 320px', minWidth: 0, minHeight: chartHeight }}>
            <Suspense>
              {unitsToDraw(columns, rows).map((unit) => (
                <TileChart
                  key={unit}
                  unit={unit}
                  height={chartHeight}
                  inTime={labels === 'month' || labels === 'weekday'}
                  columns={columns}
                  rows={rows}
                  labelOf={labelOf}
                />
              ))}
            </Suspense>
          </Box>
          <Box
            sx={{
              flex: '1 1 300px',
              minWidth: 0,
              maxHeight: 480,
              overflow: 'auto',
              '@media print': { maxHeight: 'none', overflow: 'visible', '& button': { display: 'none' } },
            }}
            tabIndex={0}
            role="region"
            aria-labelledby={id}
          >
            <Table size="small" aria-labelledby={id} sx={{ '& .MuiTableCell-root': { px: { xs: 1.5, sm: 4 } } }}>
              <TableHead>
                <TableRow>
                  <TableCell>{t(`labels.${labels}`)}</TableCell>
                  {columns.map((column) => (
                    <TableCell key={column.name} align="right">
                      {t(`column.${column.name}`)}
                    </TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {rows.map((row) => (
                  <TableRow key={`${row.label} ${row.values[0]?.link}`}>
                    <TableCell component="th" scope="row">
                      {labelOf(row.label)}
                    </TableCell>
                    {row.values.map(({ value, link }, at) => {
                      const column = columns[at]
                      const text = column ? textOf(value, column.unit) : ''
                      return (
                        <TableCell key={column?.name} align="right">
                          {link ? <ScreenLink href={link}>{text}</ScreenLink> : text}
                        </TableCell>
                      )
                    })}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
            <CsvButton name={t(`table.${name}`)} columns={csvColumns} rows={rows} />
          </Box>
        </Box>
      )}
    </Box>
  )
}
