import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo, useState } from 'react'
import { pickupDayApi } from '#contract/calendars/pickups'
import { today } from '#contract/endpoint'
import { flameApi } from '#contract/orders/flames'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { onPhone } from '../../../theme/narrow.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { pageLook } from '../../../ui/layout/look.ts'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Calendar, CalendarBar } from '../calendar/Calendar.tsx'
import { isDay, ownSpan, shownSpan } from '../calendar/spans.ts'
import { DayDialog } from './DayDialog.tsx'
import { DayMarks } from './DayMarks.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { PickupContent } from './PickupContent.tsx'
import { PickupDialog } from './PickupDialog.tsx'
import { PickupFilters } from './PickupFilters.tsx'
import { PickupList } from './PickupList.tsx'
import { dayOf, keyOf, toEntry } from './pickup-facts.ts'
import { isFiltering, passes } from './pickup-filter.ts'
import { useMovePickup } from './use-move-pickup.ts'
import { usePickupWords } from './use-pickup-words.ts'

const views = ['month', 'week', 'list'] as const
type Shown = (typeof views)[number]

/** The calendar of pickups and deliveries. */
export function PickupCalendarPage() {
  const { t } = useTranslation('calendars')
  const go = useGo()
  const may = useMay()
  const search = useScreenParams('pickupCalendar')
  const day = isDay(search.day) ? search.day : today()
  const phone = useMediaQuery(onPhone, { noSsr: true })
  const usual = phone ? 'list' : 'month'
  const shown: Shown = views.find((view) => view === search.view) ?? usual
  const view = shown === 'week' ? 'week' : 'month'
  const query = shown === 'list' ? ownSpan(view, day) : shownSpan(view, day)
  const all = useApi(flameApi.pickups, { query }, { quiet: true, keepPrevious: true })
  const days = useApi(pickupDayApi.list, { query }, { quiet: true, keepPrevious: true })
  const known = useMemo(() => new Map(days.data?.map((one) => [one.day, one])), [days.data])
  const { board, person, agency } = search
  const pickups = useMemo(() => all.data?.filter(passes({ board, person, agency })), [all.data, board, person, agency])
  const words = usePickupWords()
  const move = useMovePickup()
  // stored by key, so that dialogs show changes by other users
  const [dialog, setDialog] = useState<{ open?: string; move?: string; day?: string }>({})
  const find = (key: string | undefined) => all.data?.find((pickup) => keyOf(pickup) === key)
  const [opened, moved] = [find(dialog.open), find(dialog.move)]
  const change = (next: typeof search) => go('pickupCalendar', { ...search, ...next }, { replace: true })
  useScreenActions({ title: t('pickup.title') })

  if (all.error && !all.data) return <ErrorState message={all.error.message} onRetry={() => void all.refetch()} />
  const close = () => setDialog({})
  const total = all.data?.length ?? 0
  const shownOf = { count: total, shown: pickups?.length ?? 0, total }
  const counted = isFiltering(search) ? t('pickup.countOf', shownOf) : t('pickup.count', { count: total })
  const count = all.data ? counted : ''
  return (
    <Box sx={shown === 'list' ? pageLook : {}}>
      <CalendarBar
        view={view}
        day={day}
        onDay={(to) => change({ day: to })}
        views={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        shown={shown}
        onView={(to) => change({ view: to })}
      />
      <PickupFilters filter={{ board, person, agency }} count={count} onChange={change} />
      {shown === 'list' ? (
        <PickupList
          pickups={pickups}
          // on a phone, the current month starts from today
          since={phone && query.start <= today() && today() <= query.end ? today() : ''}
          onMove={(pickup) => setDialog({ move: keyOf(pickup) })}
        />
      ) : (
        <Calendar
          view={view}
          day={day}
          entries={(pickups ?? []).map((pickup) => toEntry(pickup, words.titleOf(pickup), may('FLAME_MODIFY')))}
          drawEntry={(id) => {
            const pickup = find(id)
            return pickup && <PickupContent pickup={pickup} words={words} full={view === 'week'} />
          }}
          drawDay={(one) => {
            const about = known.get(one)
            return about && <DayMarks day={about} />
          }}
          isClosed={(one) => known.get(one)?.locked ?? false}
          onOpen={(id) => setDialog({ open: id })}
          onDay={(one) => setDialog({ day: one })}
          onMove={(id, to) => {
            const pickup = find(id)
            const target = to.start.slice(0, 10)
            if (pickup) void move(pickup, target, known.get(target), all.data)
          }}
        />
      )}
      {opened && <PickupDialog pickup={opened} onMove={() => setDialog({ move: dialog.open ?? '' })} onClose={close} />}
      {moved && <MoveDialog pickup={moved} onClose={close} />}
      {dialog.day && (
        <DayDialog
          day={dialog.day}
          known={known.get(dialog.day)}
          pickups={(pickups ?? []).filter((pickup) => dayOf(pickup) === dialog.day)}
          onOpen={(pickup) => setDialog({ open: keyOf(pickup) })}
          onClose={close}
        />
      )}
    </Box>
  )
}
