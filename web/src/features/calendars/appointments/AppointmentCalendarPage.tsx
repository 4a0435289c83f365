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
import type { Moved } from '../calendar/calendar-entry.ts'
import { type CalendarView, shownSpan } from '../calendar/spans.ts'
import { SubscribeButton } from '../feeds/SubscribeButton.tsx'
import { AppointmentContent } from './AppointmentContent.tsx'
import { AppointmentDialog, type NewTime } from './AppointmentDialog.tsx'
import { AppointmentMailDialog, type Told } from './AppointmentMailDialog.tsx'
import { hoursOf, overlaps, toEntry, toSlotEntry } from './appointment-facts.ts'
import { ofSlot } from './appointment-values.ts'
import { takeUp } from './interrupted.ts'
import { type Column, PeopleColumns } from './PeopleColumns.tsx'
import { useAppointmentWords } from './use-appointment-words.ts'
import { useMoveAppointment } from './use-move-appointment.ts'
import './appointments.css'

const views = ['day', 'people', 'week', 'month'] as const
type Shown = (typeof views)[number]
const hourMs = 3_600_000
/** What the pointer draws without being moved. */
const clickMs = hourMs / 4

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
  const add = { label: t('title.add'), onClick: () => addAt({}) }
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
  function addAt(
    { startUtc = timeOn(day).startUtc, endUtc = hourAfter(startUtc), slot }: Partial<NewTime>,
    participantRefs: readonly string[] = person ? [person] : [],
  ) {
    setBegin({ startUtc, endUtc, slot, participantRefs, contactRef: '' })
  }
  /** A click chooses the slot in which it lies; what is drawn is a time of one's own. */
  function addIn({ start, end = '' }: Moved, participantRefs?: readonly string[]) {
    if (start.length === 10) return addAt(timeOn(start), participantRefs)
    const isClick = Date.parse(`${end}Z`) - Date.parse(`${start}Z`) <= clickMs
    const slot =
      isClick &&
      slots?.find((one) => one.free > 0 && toWallTime(one.startUtc) <= start && start < toWallTime(one.endUtc))
    const free = { startUtc: toInstant(start), endUtc: isClick ? undefined : toInstant(end) }
    addAt(slot ? ofSlot(slot) : free, participantRefs)
  }
  const moved = (id: string, to: Moved, between?: { from: string; to: string }) => {
    const one = find(id)
    const startUtc = toInstant(
      to.start.length > 10 ? to.start : `${to.start}T${toWallTime(one?.startUtc ?? '').slice(11)}`,
    )
    if (!one || !startUtc) return
    const length = Date.parse(one.endUtc) - Date.parse(one.startUtc)
    const endUtc =
      (to.end && to.end.length > 10 && toInstant(to.end)) || new Date(Date.parse(startUtc) + length).toISOString()
    // from one slot into another it keeps a place
    const slot = one.slotRef && slots?.find((other) => other.startUtc === startUtc && other.free > 0)
    const time = slot || { startUtc, endUtc, slotRef: null }
    void move(one, between ? { ...time, participantRefs: exchanged(one.participantRefs, between) } : time)
  }
  const hours = hoursOf([...(list.data ?? []), ...(slots ?? [])])
  const slotEntries = (slots ?? []).map((slot) => toSlotEntry(slot, t('places', slot)))
  const entryOf = (one: Appointment) => toEntry(one, words.titleOf(one), may('ENCOUNTER_MODIFY'))
  const draw = (one: Appointment) => (
    <AppointmentContent appointment={one} words={words} short={view === 'month' || isShort(one)} />
  )
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
          hours={hours}
          appointments={list.data ?? []}
          columns={columnsOf()}
          slots={slotEntries}
          toEntry={entryOf}
          draw={draw}
          onOpen={(id) => change({ id })}
          onMove={moved}
          onNew={mayAdd ? (id, span) => addIn(span ?? { start: day, end: undefined }, id ? [id] : []) : undefined}
        />
      ) : (
        <Calendar
          view={view}
          day={day}
          timed
          hours={hours}
          entries={[...(view === 'month' ? [] : slotEntries), ...(list.data ?? []).map(entryOf)]}
          drawEntry={(id) => {
            const one = find(id)
            return one && draw(one)
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
          {...(mayAdd ? { onSelect: (span: Moved) => addIn(span) } : {})}
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
      {telling && <AppointmentMailDialog key={`mail ${telling.appointment.id}`} {...telling} onClose={told} />}
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

/** What leaves room for one line among the hours. */
const isShort = ({ startUtc, endUtc }: Appointment) => Date.parse(endUtc) - Date.parse(startUtc) <= hourMs / 2

/** One person instead of another; empty is nobody. */
const exchanged = (refs: readonly string[], { from, to }: { from: string; to: string }) => [
  ...new Set([...refs.filter((ref) => ref !== from), ...(to ? [to] : [])]),
]

/** What was interrupted to add a contact goes on with it, or without if none was added. */
function beginningWith(day: string, contactRef = ''): NewTime | null {
  const typed = takeUp()
  if (!typed && !contactRef) return null
  return { ...timeOn(day), participantRefs: [], contactRef, ...(typed ? { typed } : {}) }
}

/** An hour in the morning. */
function timeOn(day: string) {
  const startUtc = toInstant(`${day}T09:00`) ?? ''
  return { startUtc, endUtc: hourAfter(startUtc) }
}

const hourAfter = (instant: string) => new Date(Date.parse(instant) + hourMs).toISOString()

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
