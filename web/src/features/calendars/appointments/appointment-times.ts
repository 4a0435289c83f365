import type { Appointment, FreeSlot } from '#contract/calendars/appointments'
import { toInstant, toWallTime } from '../../../ui/dates/zone.ts'
import type { Moved } from '../calendar/calendar-entry.ts'
import { ofSlot } from './appointment-values.ts'

const hourMs = 3_600_000
/** Duration in milliseconds that the calendar selects on a click. */
const clickMs = hourMs / 4

const lengthOf = (startUtc: string, endUtc: string) => Date.parse(endUtc) - Date.parse(startUtc)
export const hourAfter = (instant: string) => new Date(Date.parse(instant) + hourMs).toISOString()

/** Returns true for an appointment that has room for one line only. */
export const isShort = ({ startUtc, endUtc }: Appointment) => lengthOf(startUtc, endUtc) <= hourMs / 2

/** Returns an hour in the morning of a day; for today, the next full hour if that is later. */
export function hourOn(day: string, now = Date.now()) {
  const morning = toInstant(`${day}T09:00`) ?? ''
  const next = new Date(Math.ceil(now / hourMs) * hourMs).toISOString()
  const startUtc = morning < next && toWallTime(next).slice(0, 10) === day ? next : morning
  return { startUtc, endUtc: hourAfter(startUtc) }
}

/** Converts a span drawn with the pointer: a click selects the slot below it, a longer span is a free time. */
export function timeDrawn({ start, end = '' }: Moved, slots: readonly FreeSlot[] = []) {
  if (start.length === 10) return hourOn(start)
  const isClick = lengthOf(`${start}Z`, `${end}Z`) <= clickMs
  const slot =
    isClick && slots.find((one) => one.free > 0 && toWallTime(one.startUtc) <= start && start < toWallTime(one.endUtc))
  return slot ? ofSlot(slot) : { startUtc: toInstant(start), endUtc: isClick ? undefined : toInstant(end) }
}

/**
 * Returns the new time of a dragged appointment. Another day keeps its time and duration; an appointment of a slot
 * takes a free slot that starts then, if any. Undefined if the local time does not exist.
 */
export function timeMovedTo(one: Appointment, to: Moved, slots: readonly FreeSlot[] = []) {
  const startUtc = toInstant(to.start.length > 10 ? to.start : `${to.start}T${toWallTime(one.startUtc).slice(11)}`)
  if (!startUtc) return undefined
  const drawnEnd = to.end && to.end.length > 10 && toInstant(to.end)
  const endUtc = drawnEnd || new Date(Date.parse(startUtc) + lengthOf(one.startUtc, one.endUtc)).toISOString()
  const slot = one.slotRef && slots.find((other) => other.startUtc === startUtc && other.free > 0)
  return slot || { startUtc, endUtc, slotRef: null }
}

/** Replaces one participant by another; empty means nobody. */
export const exchanged = (refs: readonly string[], { from, to }: { from: string; to: string }) => [
  ...new Set([...refs.filter((ref) => ref !== from), ...(to ? [to] : [])]),
]
