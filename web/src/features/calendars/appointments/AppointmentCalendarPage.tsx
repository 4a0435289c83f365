import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Appointment, appointmentApi } from '#contract/calendars/appointments'
import { today } from '#contract/endpoint'
import { useApi } from '../../../api/hooks.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { toInstant, toWallTime } from '../../../ui/dates/zone.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { pageLook } from '../../../ui/look.ts'
import { onPhone } from '../../../ui/narrow.ts'
import { useScreenActions } from '../../../ui/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/screens.ts'
import { choosable, useUsers } from '../../users/people/use-users.ts'
import { Calendar, CalendarBar } from '../calendar/Calendar.tsx'
import { type CalendarView, shownSpan } from '../calendar/spans.ts'
import { SubscribeButton } from '../feeds/SubscribeButton.tsx'
import { AppointmentContent } from './AppointmentContent.tsx'
import { AppointmentDialog, type NewTime } from './AppointmentDialog.tsx'
import { AppointmentMailDialog, type Told } from './AppointmentMailDialog.tsx'
import { overlaps, slotKey, toEntry, toSlotEntry } from './appointment-facts.ts'
import { takeUp } from './interrupted.ts'
import { type Column, PeopleColumns } from './PeopleColumns.tsx'
import { useAppointmentWords } from './use-appointment-words.ts'
import { useMoveAppointment } from './use-move-appointment.ts'
import './appointments.css'

const views = ['day', 'people', 'week', 'month'] as const
type Shown = (typeof views)[number]
const hourMs = 3_600_000

/** Who meets whom when. */
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
  const [begin, setBegin] = useState(() => beginningWith(day, search.contact))
  const holidays = useMemo(() => Map.groupBy(days?.holidays ?? [], (one) => one.day), [days])
  const mayAdd = may('ENCOUNTER_CREATE')
  const add = { label: t('title.add'), onClick: () => addAt(undefined, undefined) }
  useScreenActions({ title: t('title.screen'), ...(mayAdd ? { add } : {}) })

  const change = (next: typeof search) => go('appointmentCalendar', { ...search, ...next }, { replace: true })
  const listed = list.data?.find(({ id }) => id === search.id)
  // one that the address names may lie elsewhere
  const named = useApi(
    appointmentApi.get,
    { params: { id: search.id ?? '' } },
    { enabled: Boolean(search.id) && list.data !== undefined && !listed },
  )
  const opened = listed ?? (named.data?.id === search.id ? named.data : undefined)
  if (list.error && !list.data) return <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />

  const find = (id: string) => list.data?.find((one) => one.id === id)
  function addAt(startUtc: string | undefined, endUtc: string | undefined, participantRefs: readonly string[] = []) {
    const from = startUtc ?? timeOn(day).startUtc
    const until = endUtc ?? new Date(Date.parse(from) + hourMs).toISOString()
    setBegin({ startUtc: from, endUtc: until, participantRefs, contactRef: '' })
  }
  const moved = (id: string, to: { start: string; end: string | undefined }) => {
    const one = find(id)
    const startUtc = toInstant(
      to.start.length > 10 ? to.start : `${to.start}T${toWallTime(one?.startUtc ?? '').slice(11)}`,
    )
    if (!one || !startUtc) return
    const length = Date.parse(one.endUtc) - Date.parse(one.startUtc)
    const endUtc =
      (to.end && to.end.length > 10 && toInstant(to.end)) || new Date(Date.parse(startUtc) + length).toISOString()
    void move(one, startUtc, endUtc)
  }
  const people = choosable(users.values(), (id) => id === person)
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
        <TextField
          select
          size="small"
          label={t('field.participantRefs')}
          value={person ?? ''}
          onChange={({ target }) => change({ person: target.value || undefined })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ width: 220 }}
        >
          <MenuItem value="">{t('everybody')}</MenuItem>
          {people.map(({ id, username }) => (
            <MenuItem key={id} value={id}>
              {username}
            </MenuItem>
          ))}
        </TextField>
        <SubscribeButton />
      </Box>
      {shown === 'people' ? (
        <PeopleColumns
          day={day}
          appointments={list.data ?? []}
          columns={columnsOf()}
          onOpen={(id) => change({ id })}
          {...(mayAdd
            ? {
                onNew: (id: string, time: string) => addAt(toInstant(`${day}T${time}`), undefined, id ? [id] : []),
              }
            : {})}
        />
      ) : (
        <Calendar
          view={view}
          day={day}
          timed
          entries={[
            ...(view === 'month' ? [] : (slots ?? [])).map((slot) => toSlotEntry(slot, t('places', slot))),
            ...(list.data ?? []).map((one) => toEntry(one, words.titleOf(one), may('ENCOUNTER_MODIFY'))),
          ]}
          drawEntry={(id) => {
            const one = find(id)
            return one && <AppointmentContent appointment={one} words={words} short={view === 'month'} />
          }}
          drawDay={(one) => (
            <>
              {holidays.get(one)?.map(({ name }) => (
                <div key={name} className="holiday-mark" title={name}>
                  {name}
                </div>
              ))}
            </>
          )}
          onOpen={(id) => find(id) && change({ id })}
          onMove={moved}
          onResize={moved}
          onDay={(one) => change({ day: one, view: 'day' })}
          {...(mayAdd
            ? {
                onSelect: ({ start, end }) => {
                  const slot = slots?.find(({ startUtc }) => toWallTime(startUtc) === start)
                  if (slot && slotKey(slot)) addAt(slot.startUtc, slot.endUtc, person ? [person] : [])
                  else if (start.length > 10) addAt(toInstant(start), end && toInstant(end), person ? [person] : [])
                  else addAt(timeOn(start).startUtc, undefined, person ? [person] : [])
                },
              }
            : {})}
        />
      )}
      {opened && (
        <AppointmentDialog
          key={opened.id}
          appointment={opened}
          begin={null}
          onClose={() => change({ id: undefined })}
          onTell={tell}
        />
      )}
      {begin && (
        <AppointmentDialog
          appointment={null}
          begin={begin}
          onClose={() => {
            setBegin(null)
            change({ contact: undefined })
          }}
          onTell={tell}
        />
      )}
      {telling && <AppointmentMailDialog key={telling.appointment.id} {...telling} onClose={told} />}
    </Box>
  )

  /** Whoever takes part that day, or is looked for, and oneself; and what nobody takes part in. */
  function columnsOf(): Column[] {
    const busy = new Set(list.data?.flatMap(({ participantRefs }) => participantRefs))
    const wanted = people.filter(({ id }) => (person ? id === person : busy.has(id) || id === me.id))
    const wholeDay = { startUtc: toInstant(`${day}T00:00`) ?? '', endUtc: toInstant(`${day}T23:59`) ?? '' }
    const isAway = (id: string) =>
      (days?.away ?? []).some(
        ({ userRef, fromUtc, untilUtc }) =>
          userRef === id && overlaps({ startUtc: fromUtc, endUtc: untilUtc }, wholeDay),
      )
    const nobodys = list.data?.some(({ participantRefs }) => participantRefs.length === 0)
    return [
      ...wanted.map(({ id, username }) => ({ id, name: username, away: isAway(id) })),
      ...(nobodys && !person ? [{ id: '', name: t('nobody'), away: false }] : []),
    ]
  }
}

/** What was interrupted to add a contact goes on with it, or without if none was added. */
function beginningWith(day: string, contactRef = ''): NewTime | null {
  const typed = takeUp()
  if (!typed && !contactRef) return null
  return { ...timeOn(day), participantRefs: [], contactRef, ...(typed ? { typed } : {}) }
}

/** An hour in the morning. */
function timeOn(day: string) {
  const startUtc = toInstant(`${day}T09:00`) ?? ''
  return { startUtc, endUtc: new Date(Date.parse(startUtc) + hourMs).toISOString() }
}

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
