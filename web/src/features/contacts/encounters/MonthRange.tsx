import Slider from '@mui/material/Slider'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatMonth } from '../../../ui/dates/parse-date.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import type { MonthCount, Span } from './months.ts'

interface Props {
  /** All months from first to last, without gaps. */
  months: readonly MonthCount[]
  span: Span
  onChange: (span: Span) => void
}

/** Selects a range of months below a chart of the encounters in each. */
export function MonthRange({ months, span, onChange }: Props) {
  const { t } = useTranslation('encounters')
  const [moving, setMoving] = useState<readonly number[]>()
  const placeOf = (month: string) =>
    Math.max(
      0,
      months.findIndex((one) => one.month === month),
    )
  const [from = 0, to = 0] = moving ?? [placeOf(span.from), placeOf(span.to)]
  const monthAt = (place: number) => months[place]?.month ?? ''
  if (months.length < 2) return null
  return (
    <Box sx={{ px: 4 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Typography variant="caption" color="textSecondary">
          {t('range.label')}
        </Typography>
        <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {`${formatMonth(monthAt(from))} – ${formatMonth(monthAt(to))}`}
        </Typography>
      </Box>
      <Sparkline months={months} from={from} to={to} />
      <Slider
        size="small"
        color="secondary"
        value={[from, to]}
        max={months.length - 1}
        step={1}
        getAriaLabel={(thumb) => t(thumb === 0 ? 'range.from' : 'range.to')}
        getAriaValueText={(place) => formatMonth(monthAt(place))}
        onChange={(_, places) => setMoving(places as number[])}
        onChangeCommitted={(_, places) => {
          const [first = 0, last = 0] = places as number[]
          setMoving(undefined)
          onChange({ from: monthAt(first), to: monthAt(last) })
        }}
        sx={{ display: 'block', mt: -1.5, py: 1.5 }}
      />
    </Box>
  )
}

const widestBar = 6

function Sparkline({ months, from, to }: { months: readonly MonthCount[]; from: number; to: number }) {
  const { t } = useTranslation('encounters')
  const busiest = months.reduce((most, one) => (one.count > most.count ? one : most))
  // bars are centred on the slider positions; the first and last are at its ends
  const width = 100 / (months.length - 1)
  // limits the width of bars if there are few months, so that they stay within the panel
  const bar = Math.min(width * 0.7, widestBar)
  return (
    <Box
      component="svg"
      role="img"
      aria-label={t('range.busiest', { count: busiest.count, month: formatMonth(busiest.month) })}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      sx={{ display: 'block', width: 1, height: 28, overflow: 'visible' }}
    >
      {months.map(({ month, count }, place) => {
        const height = (count / busiest.count) * 100
        return (
          <rect
            key={month}
            x={place * width - bar / 2}
            y={100 - height}
            width={bar}
            height={height}
            fill={place >= from && place <= to ? 'var(--accent)' : 'var(--outline)'}
          />
        )
      })}
    </Box>
  )
}
