import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import { useNavigate } from '@tanstack/react-router'
import type { Table, Unit } from '#contract/overview/dashboards'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { useValueText } from './use-words.ts'

interface Props extends Pick<Table, 'columns' | 'rows'> {
  /** Draws the columns of this unit; others have their own chart. */
  unit: Unit
  /** Minimum height in pixels. */
  height: number
  /** True for a time series, drawn from left to right; names are drawn from top to bottom. */
  inTime: boolean
  labelOf: (label: string) => string
}

/** Height in pixels of a bar, and of the space around all bars. */
const [barHeight, axisHeight] = [14, 72]

/** A bar chart of the columns of a unit; each bar links to its list. */
export function TileChart({ unit: drawnUnit, height, inTime, columns, rows, labelOf }: Props) {
  const { t } = useTranslation('dashboards')
  const { palette } = useTheme()
  const textOf = useValueText()
  const navigate = useNavigate()
  const isCount = drawnUnit === 'count'
  const drawn = columns.map((column, at) => ({ ...column, at })).filter(({ unit }) => unit === drawnUnit)
  const names = {
    scaleType: 'band' as const,
    data: rows.map(({ label }, place) => `${place + 1} ${labelOf(label)}`),
    valueFormatter: (text: string) => text.replace(/^\d+ /, ''),
    // as many months as fit, but every name
    tickLabelInterval: inTime ? ('auto' as const) : () => true,
  }
  const colours = [palette.primary.main, palette.warning.main, palette.success.main, palette.info.main]
  const isEmpty = drawn.every(({ at }) => rows.every(({ values }) => !values[at]?.value))
  const figures = {
    tickMinStep: isCount ? 1 : undefined,
    tickNumber: isCount ? undefined : 4,
    valueFormatter: (value: number) => (isCount ? formatNumber(value) : textOf(value, drawnUnit)),
    // an axis cannot be drawn for zeros only
    ...(isEmpty ? { max: 1 } : {}),
  }
  return (
    <BarChart
      height={inTime ? height : Math.max(height, barHeight * rows.length * drawn.length + axisHeight)}
      skipAnimation
      disableKeyboardNavigation
      margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
      layout={inTime ? 'vertical' : 'horizontal'}
      {...(inTime
        ? { xAxis: [{ ...names, height: 24 }], yAxis: [{ ...figures, width: isCount ? 48 : 84 }] }
        : { yAxis: [{ ...names, width: 150 }], xAxis: [figures] })}
      series={drawn.map(({ name, unit, at }) => ({
        id: name,
        label: t(`column.${name}`),
        color: colours[at % colours.length],
        data: rows.map(({ values }) => values[at]?.value ?? null),
        valueFormatter: (value: number | null) => textOf(value, unit),
      }))}
      hideLegend={columns.length === 1}
      onItemClick={(_, { dataIndex, seriesId }) => {
        const at = columns.findIndex(({ name }) => name === seriesId)
        const link = rows[dataIndex]?.values[at]?.link
        if (link) void navigate({ href: link })
      }}
    />
  )
}
