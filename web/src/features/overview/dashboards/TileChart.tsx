import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Table } from '#contract/overview/dashboards'
import { formatNumber } from '../../../ui/format.ts'
import { useValueText } from './use-words.ts'

interface Props extends Pick<Table, 'columns' | 'rows'> {
  /** Least one, in pixels. */
  height: number
  /** What follows one another in time goes from left to right; names have room from top to bottom. */
  inTime: boolean
  labelOf: (label: string) => string
}

/** In pixels: of a bar, and of what stands around all bars. */
const [barHeight, axisHeight] = [14, 72]

/** The columns that have the unit of the first, as bars; each leads to the list behind it. */
export function TileChart({ height, inTime, columns, rows, labelOf }: Props) {
  const { t } = useTranslation('dashboards')
  const { palette } = useTheme()
  const textOf = useValueText()
  const navigate = useNavigate()
  const [first] = columns
  if (!first) return null
  const drawn = columns.map((column, at) => ({ ...column, at })).filter(({ unit }) => unit === first.unit)
  const names = {
    scaleType: 'band' as const,
    data: rows.map(({ label }, place) => `${place + 1} ${labelOf(label)}`),
    valueFormatter: (text: string) => text.replace(/^\d+ /, ''),
    // of months as many as have room, each name
    tickLabelInterval: inTime ? ('auto' as const) : () => true,
  }
  const isEmpty = drawn.every(({ at }) => rows.every(({ values }) => !values[at]?.value))
  const figures = {
    tickMinStep: first.unit === 'count' ? 1 : undefined,
    valueFormatter: (value: number) => formatNumber(value),
    // of nothing but zeros no axis could be drawn
    ...(isEmpty ? { max: 1 } : {}),
  }
  return (
    <BarChart
      height={inTime ? height : Math.max(height, barHeight * rows.length * drawn.length + axisHeight)}
      skipAnimation
      disableKeyboardNavigation
      colors={[palette.primary.main, palette.warning.main, palette.success.main, palette.info.main]}
      margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
      layout={inTime ? 'vertical' : 'horizontal'}
      {...(inTime
        ? { xAxis: [{ ...names, height: 24 }], yAxis: [{ ...figures, width: 48 }] }
        : { yAxis: [{ ...names, width: 150 }], xAxis: [figures] })}
      series={drawn.map(({ name, unit, at }) => ({
        id: name,
        label: t(`column.${name}`),
        data: rows.map(({ values }) => values[at]?.value ?? null),
        valueFormatter: (value: number | null) => textOf(value, unit),
      }))}
      hideLegend={drawn.length === 1}
      onItemClick={(_, { dataIndex, seriesId }) => {
        const at = columns.findIndex(({ name }) => name === seriesId)
        const link = rows[dataIndex]?.values[at]?.link
        if (link) void navigate({ href: link })
      }}
    />
  )
}
