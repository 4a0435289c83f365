import FullCalendar, { type CalendarRef, type EventApi, type EventInput } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import german from '@fullcalendar/react/locales/de'
import english from '@fullcalendar/react/locales/en-gb'
import french from '@fullcalendar/react/locales/fr'
import theme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { today } from '#contract/endpoint'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { toWallTime } from '../../../ui/dates/zone.ts'
import type { CalendarEntry, GridProps, Moved } from './calendar-entry.ts'
import { longDay } from './spans.ts'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import './grid.css'

/**
 * Drags an entry by the point where it was taken. The library drags it by the middle of the half hour below the
 * pointer, which is a quarter of an hour later for whoever takes its first quarter.
 */
const dragging = {
  ...interaction,
  componentInteractions: interaction.componentInteractions?.map(
    (Interaction) =>
      class extends Interaction {
        constructor(settings: ConstructorParameters<typeof Interaction>[0]) {
          super({ ...settings, useEventCenter: false })
        }
      },
  ),
}
const plugins = [dayGrid, timeGrid, dragging, theme]
const locales = { DE: { ...german, closeHint: 'Schliessen' }, EN: english, FR: french }

/** Loaded with the first calendar; the only file that imports the library. It treats wall times as UTC. */
export default function Grid(props: GridProps) {
  const { view, day, timed = false, hours, column = false, entries, drawEntry, drawDay, isClosed } = props
  const { t, language } = useTranslation('calendars')
  const calendar = useRef<CalendarRef>(null)
  const sheet = useAsDrawn()
  const shown = typeOf(view, timed)
  useEffect(() => calendar.current?.getApi().changeView(shown, day), [shown, day])
  useTodayInView(sheet, view, day)
  const events = useMemo(() => entries.map(toEvent), [entries])
  const grid = (
    <FullCalendar
      ref={calendar}
      plugins={plugins}
      locale={locales[language]}
      timeZone="UTC"
      now={() => toWallTime(new Date().toISOString())}
      initialView={shown}
      initialDate={day}
      headerToolbar={false}
      height="auto"
      // six quiet weeks of a month fit into a window of 800 pixels
      aspectRatio={2}
      firstDay={1}
      weekNumbers
      weekNumberFormat={{ week: 'short' }}
      nowIndicator
      fixedWeekCount={false}
      dayMaxEvents={mostIn(view, timed)}
      slotMinTime={hours?.from ?? '06:00'}
      slotMaxTime={hours?.until ?? '20:00'}
      snapDuration="00:15"
      eventTimeFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
      slotHeaderFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
      allDayText={t('wholeDay')}
      timedText={t('hours')}
      {...(column ? { allDaySlot: false, dayHeaders: false } : {})}
      slotEventOverlap={false}
      eventMinHeight={24}
      events={events}
      eventDisplay="block"
      eventOrder="quiet,start,order"
      eventClass={({ event }) => (event.display === 'background' ? '' : event.extendedProps.look)}
      {...(drawEntry
        ? {
            eventContent: ({ event, isMirror }) =>
              drawEntry(event.id, isMirror ? movedTo(event) : undefined) ?? event.title,
          }
        : {})}
      dayCellTopInnerClass="calendar-day-top"
      dayHeaderInnerClass="calendar-day-top"
      {...(drawDay
        ? {
            dayCellTopContent: ({ date, dayNumberText, monthText }) => (
              <DayHead day={toDay(date)} text={monthText || dayNumberText} onDay={props.onDay} draw={drawDay} />
            ),
            // week and day views have no day number in the cell, so the header shows it
            dayHeaderContent: ({ date, text, view: { type } }) =>
              type === 'dayGridMonth' ? (
                text
              ) : (
                <DayHead day={toDay(date)} text={text} onDay={props.onDay} draw={drawDay} />
              ),
          }
        : {})}
      dayCellClass={({ date }) => (isClosed?.(toDay(date)) ? 'calendar-closed' : '')}
      dayLaneClass={({ date }) => (isClosed?.(toDay(date)) ? 'calendar-closed' : '')}
      eventClick={({ event, el }) => props.onOpen(event.id, el)}
      eventAllow={({ startStr, endStr, allDay }, event) =>
        !event || !props.mayMove || props.mayMove(event.id, spanFrom(startStr, endStr, allDay))
      }
      eventDrop={({ event, revert }) => {
        const to = movedTo(event)
        revert()
        props.onMove?.(event.id, to)
      }}
      eventResize={({ event, revert }) => {
        const to = movedTo(event)
        revert()
        props.onResize?.(event.id, to)
      }}
      editable={props.onReceive !== undefined}
      droppable={props.onReceive !== undefined}
      eventRemove={({ revert }) => revert()}
      eventReceive={({ event, revert }) => {
        const to = movedTo(event)
        revert()
        props.onReceive?.(event.id, to)
      }}
      selectable={props.onSelect !== undefined}
      selectMirror
      select={({ startStr, endStr, allDay, view: { calendar: drawn } }) => {
        drawn.unselect()
        props.onSelect?.(spanFrom(startStr, endStr, allDay))
      }}
    />
  )
  if (column) return grid
  const wide = view === 'day' ? '' : 'calendar-wide'
  if (!timed || view === 'month')
    return (
      <div ref={sheet} className={`calendar-sheet ${wide}`}>
        {grid}
      </div>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the hours are more than their place shows
    <section ref={sheet} className={`calendar-hours calendar-sheet ${wide}`} aria-label={t('hours')} tabIndex={0}>
      {grid}
    </section>
  )
}

/**
 * Keeps today in view when its month is opened, until the user touches anything: the weeks above grow as their entries
 * come. Paging is such a touch.
 */
function useTodayInView(sheet: { current: HTMLDivElement | null }, view: GridProps['view'], day: string) {
  const isOfToday = useEffectEvent(() => view === 'month' && day.slice(0, 7) === today().slice(0, 7))
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever another view is opened
  useEffect(() => {
    if (!sheet.current || !isOfToday()) return
    const look = new ResizeObserver(() =>
      sheet.current?.querySelector(`[data-date="${today()}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    const touches = new AbortController()
    const leave = () => {
      look.disconnect()
      touches.abort()
    }
    look.observe(sheet.current)
    for (const touch of ['pointerdown', 'wheel', 'keydown']) {
      window.addEventListener(touch, leave, { capture: true, passive: true, signal: touches.signal })
    }
    return leave
  }, [sheet, view])
}

/** Prints the calendar at its width on screen, scaled down, because entry heights were measured on screen. */
function useAsDrawn() {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const measure = () => {
      const { offsetWidth = 0, scrollHeight = 0 } = sheet.current ?? {}
      if (offsetWidth === 0) return
      const across = Math.min(1, paper.width / offsetWidth)
      const whole = Math.min(across, paper.height / scrollHeight)
      sheet.current?.style.setProperty('--drawn-width', `${offsetWidth}px`)
      sheet.current?.style.setProperty('--on-paper', String(whole < leastReadable ? across : whole))
    }
    window.addEventListener('beforeprint', measure)
    return () => window.removeEventListener('beforeprint', measure)
  }, [])
  return sheet
}

/** Space on A4 landscape below the title, in CSS pixels. */
const paper = { width: 1040, height: 600 } as const
const leastReadable = 0.6

const typeOf = (view: GridProps['view'], timed: boolean) =>
  view === 'month' ? 'dayGridMonth' : `${timed ? 'timeGrid' : 'dayGrid'}${view === 'week' ? 'Week' : 'Day'}`

/** Returns the number of entries per day before a «more» link; a limit on all-day entries keeps the hours visible. */
function mostIn(view: GridProps['view'], timed: boolean) {
  if (view === 'month') return 8
  return timed && 4
}

const isWholeDay = (time: string) => time.length === 10
const toDay = (date: Date) => date.toISOString().slice(0, 10)

function toEvent(entry: CalendarEntry, order: number): EventInput {
  const { id, title, start, end, tone, movable = false, resizable = false, behind = false } = entry
  const allDay = isWholeDay(start)
  const quiet = behind && allDay
  return {
    id,
    title,
    start,
    ...(end ? { end } : {}),
    allDay,
    startEditable: movable,
    durationEditable: resizable,
    interactive: !behind,
    ...(behind && !allDay ? { display: 'background', color: `var(--${tone})` } : {}),
    extendedProps: {
      look: quiet ? 'calendar-quiet' : `calendar-entry calendar-${tone}`,
      quiet: quiet ? 1 : 0,
      order,
    },
  }
}

/** Cuts a time to yyyy-mm-dd or yyyy-mm-ddTHH:mm. */
const read = (text: string, allDay: boolean) => text.slice(0, allDay ? 10 : 16)
const spanFrom = (start: string, end: string, allDay: boolean): Moved => ({
  start: read(start, allDay),
  end: end ? read(end, allDay) : undefined,
})
const movedTo = ({ startStr, endStr, allDay }: EventApi) => spanFrom(startStr, endStr, allDay)

/** Makes the head of a day accessible: the library hides it from screen readers, expecting a bare number. */
function readOut(head: HTMLElement | null) {
  head?.closest('[aria-hidden]')?.removeAttribute('aria-hidden')
}

interface DayHeadProps {
  day: string
  text: string
  onDay: GridProps['onDay']
  draw: NonNullable<GridProps['drawDay']>
}

function DayHead({ day, text, onDay, draw }: DayHeadProps) {
  const { t, language } = useTranslation('calendars')
  const open = t('openDay', { day: longDay(day, language) })
  return (
    <div className="calendar-day-head" ref={readOut}>
      {onDay ? (
        <button
          type="button"
          className="calendar-day-number"
          // voice control needs the visible text in the accessible name
          aria-label={open.includes(text) ? open : `${text}, ${open}`}
          onClick={() => onDay(day)}
        >
          {text}
        </button>
      ) : (
        <span className="calendar-day-number">{text}</span>
      )}
      {draw(day)}
    </div>
  )
}
