import type { Appointment, FreeSlot } from '#contract/calendars/appointments'
import { toWallTime } from '../../../ui/dates/zone.ts'
import type { CalendarEntry, Hours, Tone } from '../calendar/calendar-entry.ts'

/** Formats an instant as HH:mm. */
export const timeOf = (instant: string) => toWallTime(instant).slice(11)

/** Returns true if two appointments overlap. */
export const overlaps = (
  one: Pick<Appointment, 'startUtc' | 'endUtc'>,
  other: Pick<Appointment, 'startUtc' | 'endUtc'>,
) => one.startUtc < other.endUtc && other.startUtc < one.endUtc

function toneOf({ state, slotRef }: Appointment): Tone {
  if (state === 'CANCELLED') return 'muted'
  if (state === 'MISSED') return 'warning'
  return slotRef ? 'info' : 'accent'
}

export const toEntry = (appointment: Appointment, title: string, movable: boolean): CalendarEntry => ({
  id: appointment.id,
  title,
  start: toWallTime(appointment.startUtc),
  end: toWallTime(appointment.endUtc),
  tone: toneOf(appointment),
  movable: movable && appointment.state === 'BOOKED',
  resizable: movable && appointment.state === 'BOOKED' && appointment.slotRef === null,
})

/** Returns the hours to display: the usual ones, extended to include all appointments. */
export function hoursOf(times: readonly Pick<Appointment, 'startUtc' | 'endUtc'>[]): Hours {
  let [from, until] = [6, 20]
  for (const { startUtc, endUtc } of times) {
    const [day = '', begins = ''] = toWallTime(startUtc).split('T')
    const [lastDay = '', ends = ''] = toWallTime(endUtc).split('T')
    from = Math.min(from, hourOf(begins))
    until = Math.max(until, day === lastDay ? hourOf(ends, 59) : hourOf(begins) < until ? until : 24)
  }
  return { from: `${String(from).padStart(2, '0')}:00`, until: `${until}:00` }
}

/** Returns the hour of HH:mm, rounded down, or up with 59. */
const hourOf = (time: string, upBy = 0) =>
  Math.floor((Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + upBy) / 60)

export const slotKey = ({ slotRef, startUtc }: Pick<FreeSlot, 'slotRef' | 'startUtc'>) => `${slotRef} ${startUtc}`

/** Returns the calendar entry of a slot, drawn behind the appointments. */
export const toSlotEntry = (slot: FreeSlot, title: string): CalendarEntry => ({
  id: slotKey(slot),
  title,
  start: toWallTime(slot.startUtc),
  end: toWallTime(slot.endUtc),
  tone: slot.free > 0 ? 'success' : 'muted',
  behind: true,
})
