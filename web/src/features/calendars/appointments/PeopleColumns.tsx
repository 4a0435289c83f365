import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '#contract/calendars/appointments'
import { toWallTime } from '../../../ui/dates/zone.ts'
import { toneOf } from './appointment-facts.ts'
import { useAppointmentWords } from './use-appointment-words.ts'
import '../calendar/grid.css'
import './appointments.css'

/** Of the day that is shown, in hours; and how high one is, in pixels. */
const [firstHour, lastHour, hourHeight] = [6, 20, 48]
const height = (lastHour - firstHour) * hourHeight
const hours = Array.from({ length: lastHour - firstHour }, (_, at) => firstHour + at)
/** What is clicked begins at a half hour. */
const step = 30

export interface Column {
  /** A user; empty for what nobody takes part in. */
  readonly id: string
  readonly name: string
  readonly away: boolean
}

interface Props {
  day: string
  columns: readonly Column[]
  appointments: readonly Appointment[]
  onOpen: (id: string) => void
  /** `time` is HH:mm. */
  onNew?: (userId: string, time: string) => void
}

/** A day with a column for each person. */
export function PeopleColumns({ day, columns, appointments, onOpen, onNew }: Props) {
  const { t } = useTranslation('appointments')
  return (
    <Box sx={{ overflow: 'auto', flex: 1, minHeight: 0 }}>
      <Box sx={{ display: 'flex', minWidth: 'max-content' }}>
        <Box aria-hidden sx={{ width: 52, pt: '44px', flexShrink: 0 }}>
          {hours.map((hour) => (
            <Typography key={hour} variant="body2" color="textSecondary" sx={{ height: hourHeight, px: 1 }}>
              {`${String(hour).padStart(2, '0')}:00`}
            </Typography>
          ))}
        </Box>
        {columns.map(({ id, name, away }) => (
          <Box
            key={id}
            component="section"
            aria-label={name}
            sx={{ flex: 1, minWidth: 180, borderLeft: 1, borderColor: 'divider' }}
          >
            <Box sx={{ height: 44, px: 2, display: 'flex', alignItems: 'center', gap: 1 }}>
              <Typography noWrap sx={{ flex: 1, fontWeight: 600 }}>
                {away ? t('awayName', { name }) : name}
              </Typography>
              {onNew && (
                <Tooltip title={t('newFor', { name })}>
                  <IconButton size="small" aria-label={t('newFor', { name })} onClick={() => onNew(id, '09:00')}>
                    <AddIcon fontSize="small" />
                  </IconButton>
                </Tooltip>
              )}
            </Box>
            {/* by keyboard, the button above does the same */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
            <div className="people-column" style={{ height }} onClick={(event) => onNew?.(id, timeAt(event))}>
              {appointments
                .filter(({ participantRefs }) => (id ? participantRefs.includes(id) : participantRefs.length === 0))
                .map((one) => (
                  <Entry key={one.id} day={day} appointment={one} onOpen={onOpen} />
                ))}
            </div>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function timeAt({ currentTarget, clientY }: MouseEvent<HTMLElement>): string {
  const minutes = ((clientY - currentTarget.getBoundingClientRect().top) / hourHeight) * 60
  const at = firstHour * 60 + Math.floor(minutes / step) * step
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

function Entry({ day, appointment, onOpen }: { day: string; appointment: Appointment; onOpen: Props['onOpen'] }) {
  const { titleOf } = useAppointmentWords()
  const from = Math.max(hoursInto(day, appointment.startUtc), firstHour)
  const until = Math.min(hoursInto(day, appointment.endUtc), lastHour)
  const title = titleOf(appointment)
  return (
    <button
      type="button"
      className={`calendar-entry calendar-${toneOf(appointment)} people-entry`}
      title={title}
      style={{ top: (from - firstHour) * hourHeight, height: Math.max(until - from, 0.4) * hourHeight - 2 }}
      onClick={(event) => {
        event.stopPropagation()
        onOpen(appointment.id)
      }}
    >
      {title}
    </button>
  )
}

/** How many hours into the day it is; before it none, after it all of them. */
function hoursInto(day: string, instant: string): number {
  const [date = '', time = ''] = toWallTime(instant).split('T')
  if (date !== day) return date < day ? 0 : 24
  const [hour, minute] = time.split(':').map(Number)
  return (hour ?? 0) + (minute ?? 0) / 60
}
