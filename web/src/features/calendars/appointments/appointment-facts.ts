import type { Appointment, FreeSlot } from '#contract/calendars/appointments'
import { toWallTime } from '../../../ui/dates/zone.ts'
import type { CalendarEntry, Tone } from '../calendar/calendar-entry.ts'

/** HH:mm */
export const timeOf = (instant: string) => toWallTime(instant).slice(11)

/** It takes place at the same time as another one. */
export const overlaps = (
  one: Pick<Appointment, 'startUtc' | 'endUtc'>,
  other: Pick<Appointment, 'startUtc' | 'endUtc'>,
) => one.startUtc < other.endUtc && other.startUtc < one.endUtc

export function toneOf({ state, slotRef }: Appointment): Tone {
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

export const slotKey = ({ slotRef, startUtc }: Pick<FreeSlot, 'slotRef' | 'startUtc'>) => `${slotRef} ${startUtc}`

/** What can be booked of a slot, behind what is booked. */
export const toSlotEntry = (slot: FreeSlot, title: string): CalendarEntry => ({
  id: slotKey(slot),
  title,
  start: toWallTime(slot.startUtc),
  end: toWallTime(slot.endUtc),
  tone: slot.free > 0 ? 'success' : 'muted',
  behind: true,
})
