import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import PrintIcon from '@mui/icons-material/Print'
import { Suspense } from 'react'
import { today } from '#contract/endpoint'
import type { Language } from '#contract/limits'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { ToggleButtons } from '../../../ui/buttons/ToggleButtons.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import type { GridProps } from './calendar-entry.ts'
import { type CalendarView, daySpanTitle, longDay, monthTitle, shownSpan, stepFrom, weekNumberOf } from './spans.ts'

const Grid = lazyPart(() => import('./Grid.tsx'), 'default')

/** The calendar as a month, week or day. The calendar library loads with the first one. */
export function Calendar(props: GridProps) {
  return (
    <Suspense fallback={<SkeletonLines lines={12} height={40} />}>
      <Grid {...props} />
    </Suspense>
  )
}

interface BarProps<Shown extends string> {
  /** The view that `day` is stepped by; a list shows a month. */
  view: CalendarView
  day: string
  onDay: (day: string) => void
  /** The available views and the current one. */
  views: readonly { readonly value: Shown; readonly label: string }[]
  shown: Shown
  onView: (view: Shown) => void
}

/** The bar above a calendar: previous and next, title, views, print. */
export function CalendarBar<Shown extends string>(props: BarProps<Shown>) {
  const { view, day, onDay, views, shown, onView } = props
  const { t, language } = useTranslation('calendars')
  const step = (direction: 1 | -1) => onDay(stepFrom(view, day, direction))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, displayPrint: 'none' }}>
        <Tooltip title={t(`earlier.${view}`)}>
          <IconButton aria-label={t(`earlier.${view}`)} onClick={() => step(-1)}>
            <ChevronLeftIcon />
          </IconButton>
        </Tooltip>
        <Button variant="outlined" onClick={() => onDay(today())}>
          {t('today')}
        </Button>
        <Tooltip title={t(`later.${view}`)}>
          <IconButton aria-label={t(`later.${view}`)} onClick={() => step(1)}>
            <ChevronRightIcon />
          </IconButton>
        </Tooltip>
      </Box>
      <Typography variant="h2" aria-live="polite" sx={{ flex: 1, minWidth: 160 }}>
        {useTitle(view, day, language)}
      </Typography>
      <ToggleButtons
        aria-label={t('views')}
        value={shown}
        options={views}
        onChange={onView}
        sx={{ displayPrint: 'none' }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, displayPrint: 'none' }}>
        <Tooltip title={t('print')}>
          <IconButton aria-label={t('print')} onClick={() => window.print()}>
            <PrintIcon />
          </IconButton>
        </Tooltip>
      </Box>
    </Box>
  )
}

function useTitle(view: CalendarView, day: string, language: Language) {
  const { t } = useTranslation('calendars')
  if (view === 'month') return monthTitle(day, language)
  if (view === 'day') return longDay(day, language)
  return t('week', { number: weekNumberOf(day), days: daySpanTitle(shownSpan('week', day), language) })
}
