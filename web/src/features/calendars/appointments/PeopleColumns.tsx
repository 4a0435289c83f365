import AddIcon from '@mui/icons-material/Add'
import type { ReactNode } from 'react'
import type { Appointment } from '#contract/calendars/appointments'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { Calendar } from '../calendar/Calendar.tsx'
import type { CalendarEntry, Hours, Moved } from '../calendar/calendar-entry.ts'

export interface Column {
  /** Id of a user; empty for appointments without participants. */
  readonly id: string
  readonly name: string
  readonly away: boolean
}

interface Props {
  day: string
  hours: Hours
  columns: readonly Column[]
  appointments: readonly Appointment[]
  /** Slots drawn behind the appointments of each column. */
  slots: readonly CalendarEntry[]
  toEntry: (appointment: Appointment) => CalendarEntry
  draw: (appointment: Appointment, dragged?: Moved) => ReactNode
  onOpen: (id: string) => void
  /** Moves an appointment in time and, with `between`, from one participant to another. */
  onMove: (id: string, to: Moved, between?: { readonly from: string; readonly to: string }) => void
  /** Adds an appointment; without a span, in the morning. */
  onNew?: ((userId: string, span?: Moved) => void) | undefined
}

/** A day with a column per participant. */
export function PeopleColumns(props: Props) {
  const { day, hours, columns, appointments, slots, toEntry, draw, onOpen, onMove, onNew } = props
  const { t } = useTranslation('appointments')
  const { t: ofCalendars } = useTranslation('calendars')
  return (
    <Box
      role="region"
      aria-label={ofCalendars('hours')}
      // focusable, because it scrolls
      tabIndex={0}
      sx={{ overflow: 'auto', flex: 1, minHeight: 0, '@media print': { overflow: 'visible' } }}
    >
      <Box sx={{ display: 'flex', minWidth: 'max-content' }}>
        {columns.map(({ id: userId, name, away }) => {
          const own = appointments.filter(({ participantRefs: refs }) =>
            userId ? refs.includes(userId) : !refs.length,
          )
          const find = (entry: string) => own.find(({ id }) => keyOf(id, userId) === entry)
          const move = (entry: string, to: Moved) => onMove(entry.split(' ')[0] ?? '', to)
          return (
            <Box key={userId} component="section" aria-label={name} sx={{ flex: 1, minWidth: 200 }}>
              <Box sx={{ height: 44, px: 2, display: 'flex', alignItems: 'center', gap: 1 }}>
                <Typography noWrap sx={{ flex: 1, fontWeight: 600 }}>
                  {away ? t('awayName', { name }) : name}
                </Typography>
                {onNew && (
                  <Tooltip title={t('newFor', { name })}>
                    <IconButton aria-label={t('newFor', { name })} onClick={() => onNew(userId)}>
                      <AddIcon fontSize="small" />
                    </IconButton>
                  </Tooltip>
                )}
              </Box>
              <Calendar
                view="day"
                day={day}
                timed
                hours={hours}
                column
                entries={[...slots, ...own.map((one) => ({ ...toEntry(one), id: keyOf(one.id, userId) }))]}
                drawEntry={(entry, dragged) => {
                  const one = find(entry)
                  return one && draw(one, dragged)
                }}
                onOpen={(entry) => {
                  const one = find(entry)
                  if (one) onOpen(one.id)
                }}
                onMove={move}
                onResize={move}
                onReceive={(entry, to) => {
                  const [id = '', from = ''] = entry.split(' ')
                  onMove(id, to, { from, to: userId })
                }}
                {...(onNew ? { onSelect: (span: Moved) => onNew(userId, span) } : {})}
              />
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

/** Returns the id of an entry: an appointment appears in the column of each participant. */
const keyOf = (id: string, userId: string) => `${id} ${userId}`
