import useMediaQuery from '@mui/material/useMediaQuery'
import { useCallback, useMemo, useState } from 'react'
import { type Appointment, appointmentApi } from '#contract/calendars/appointments'
import type { Holiday } from '#contract/calendars/holidays'
import { today } from '#contract/endpoint'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { onPhone } from '../../../theme/narrow.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { pageLook } from '../../../ui/layout/look.ts'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { choosable, useUsers } from '../../users/people/use-users.ts'
import { Calendar, CalendarBar } from '../calendar/Calendar.tsx'
import type { Moved } from '../calendar/calendar-entry.ts'
import { type CalendarView, isDay, shownSpan } from '../calendar/spans.ts'
import { SubscribeButton } from '../feeds/SubscribeButton.tsx'
import { AppointmentContent } from './AppointmentContent.tsx'
import { AppointmentDialog } from './AppointmentDialog.tsx'
import { AppointmentMailDialog, type Told } from './AppointmentMailDialog.tsx'
import { hoursOf, toEntry, toSlotEntry } from './appointment-facts.ts'
import { exchanged, isShort, timeMovedTo } from './appointment-times.ts'
import { awayEntriesOf } from './away.ts'
import { columnsOf } from './columns-of.ts'
import { PeopleColumns } from './PeopleColumns.tsx'
import { PersonFilter } from './PersonFilter.tsx'
import { useAppointmentWords } from './use-appointment-words.ts'
import { useMoveAppointment } from './use-move-appointment.ts'
import { useNewAppointment } from './use-new-appointment.ts'
import { useOpenedAppointment } from './use-opened-appointment.ts'
import './appointments.css'

const views = ['day', 'people', 'week', 'month'] as const
type Shown = (typeof views)[number]

export function AppointmentCalendarPage() {
  const { t } = useTranslation('appointments')
  const { t: ofCalendars } = useTranslation('calendars')
  const go = useGo()
  const may = useMay()
  const users = useUsers()
  const me = useCurrentUser()
  const words = useAppointmentWords()
  const [telling, setTelling] = useState<{ appointment: Appointment; told: Told } | null>(null)
  const tell = (appointment: Appointment, told: Told) => setTelling({ appointment, told })
  const move = useMoveAppointment((moved) => tell(moved, 'changed'))
  const told = useCallback(() => setTelling(null), [])
  const search = useScreenParams('appointmentCalendar')
  const day = isDay(search.day) ? search.day : today()
  const usual = useMediaQuery(onPhone, { noSsr: true }) ? 'day' : 'week'
  const shown: Shown = views.find((view) => view === search.view) ?? usual
  const view: CalendarView = shown === 'people' ? 'day' : shown
  const span = shownSpan(view, day)
  const quiet = { quiet: true, keepPrevious: true } as const
  const { person } = search
  const list = useApi(appointmentApi.list, { query: { ...span, ...(person ? { userRef: person } : {}) } }, quiet)
  const slots = useApi(appointmentApi.slots, { query: { from: span.start, to: span.end } }, quiet).data
  const days = useApi(appointmentApi.days, { query: span }, quiet).data
  const { begin, addToDay, addIn, end } = useNewAppointment({ day, person, contact: search.contact, slots })
  const holidays = useMemo(() => Map.groupBy(days?.holidays ?? [], (one) => one.day), [days])
  const mayAdd = may('ENCOUNTER_CREATE')
  const add = { label: t('title.add'), onClick: addToDay }
  useScreenActions({ title: t('title.screen'), ...(mayAdd ? { add } : {}) })

  const change = (next: typeof search) => go('appointmentCalendar', { ...search, ...next }, { replace: true })
  const { opened, open, close } = useOpenedAppointment(list.data)
  if (list.error && !list.data) return <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />

  const find = (id: string) => list.data?.find((one) => one.id === id)
  function moved(id: string, to: Moved, between?: { from: string; to: string }) {
    const one = find(id)
    const time = one && timeMovedTo(one, to, slots)
    if (!time) return
    void move(one, between ? { ...time, participantRefs: exchanged(one.participantRefs, between) } : time)
  }
  const hours = hoursOf([...(list.data ?? []), ...(slots ?? [])])
  const slotEntries = (slots ?? []).map((slot) => toSlotEntry(slot, t('places', slot)))
  const entryOf = (one: Appointment) => toEntry(one, words.titleOf(one), may('ENCOUNTER_MODIFY'))
  const draw = (one: Appointment, dragged?: Moved) => (
    <AppointmentContent
      appointment={one}
      words={words}
      short={view === 'month' || isShort(one)}
      begin={dragged?.start.slice(11)}
    />
  )
  const people = choosable(users.values(), (id) => id === person)
  const awayEntries = awayEntriesOf(
    days?.away ?? [],
    people.filter(({ id }) => !person || id === person),
    (name) => t('awayName', { name }),
  )
  return (
    <Box sx={shown === 'month' ? {} : pageLook}>
      <CalendarBar
        view={view}
        day={day}
        onDay={(to) => change({ day: to })}
        views={views.map((value) => ({
          value,
          label: value === 'people' ? t('view.people') : ofCalendars(`view.${value}`),
        }))}
        shown={shown}
        onView={(to) => change({ view: to })}
      />
      <Box role="search" aria-label={t('filter')} sx={{ display: 'flex', gap: 2, mt: 1, mb: 2, displayPrint: 'none' }}>
        <PersonFilter people={people} person={person} onPerson={(to) => change({ person: to })} />
        <SubscribeButton />
      </Box>
      {shown === 'people' ? (
        <PeopleColumns
          day={day}
          hours={hours}
          appointments={list.data ?? []}
          columns={columnsOf({
            day,
            appointments: list.data ?? [],
            away: days?.away,
            people,
            person,
            me: me.id,
            nobody: t('nobody'),
          })}
          slots={slotEntries}
          toEntry={entryOf}
          draw={draw}
          onOpen={open}
          onMove={moved}
          onNew={mayAdd ? (id, span) => addIn(span ?? { start: day, end: undefined }, id ? [id] : []) : undefined}
        />
      ) : (
        <Calendar
          view={view}
          day={day}
          timed
          hours={hours}
          entries={[...(view === 'month' ? [] : slotEntries), ...(list.data ?? []).map(entryOf), ...awayEntries]}
          drawEntry={(id, dragged) => {
            const one = find(id)
            return one && draw(one, dragged)
          }}
          drawDay={(one) => <HolidayMarks holidays={holidays.get(one) ?? []} />}
          onOpen={(id) => find(id) && open(id)}
          onMove={moved}
          onResize={moved}
          onDay={(one) => change({ day: one, view: 'day' })}
          {...(mayAdd ? { onSelect: (span: Moved) => addIn(span) } : {})}
        />
      )}
      {opened && <AppointmentDialog key={opened.id} appointment={opened} begin={null} onClose={close} onTell={tell} />}
      {begin && (
        <AppointmentDialog
          appointment={null}
          begin={begin}
          onClose={() => {
            end()
            change({ contact: undefined })
          }}
          onTell={tell}
        />
      )}
      {telling && <AppointmentMailDialog key={`mail ${telling.appointment.id}`} {...telling} onClose={told} />}
    </Box>
  )
}

/** The public holidays of a day, by name. */
const HolidayMarks = ({ holidays }: { holidays: readonly Holiday[] }) =>
  holidays.map(({ name }) => (
    <div key={name} className="holiday-mark" title={name}>
      {name}
    </div>
  ))
