import type { Appointment, FreeSlot } from '#contract/calendars/appointments'
import { toInstant, toWallTime } from '../../../ui/dates/zone.ts'
import type { Moved } from '../calendar/calendar-entry.ts'
import { ofSlot } from './appointment-values.ts'

const hourMs = 3_600_000
/** What the pointer draws without being moved. */
const clickMs = hourMs / 4

const lengthOf = (startUtc: string, endUtc: string) => Date.parse(endUtc) - Date.parse(startUtc)
export const hourAfter = (instant: string) => new Date(Date.parse(instant) + hourMs).toISOString()

/** What leaves room for one line among the hours. */
export const isShort = ({ startUtc, endUtc }: Appointment) => lengthOf(startUtc, endUtc) <= hourMs / 2

/** An hour in the morning; of today the next one that begins, where the morning is over. */
export function hourOn(day: string, now = Date.now()) {
  const morning = toInstant(`${day}T09:00`) ?? ''
  const next = new Date(Math.ceil(now / hourMs) * hourMs).toISOString()
  const startUtc = morning < next && toWallTime(next).slice(0, 10) === day ? next : morning
  return { startUtc, endUtc: hourAfter(startUtc) }
}

/** What was drawn with the pointer, as a new time: a click chooses the slot in which it lies, anything longer is free. */
export function timeDrawn({ start, end = '' }: Moved, slots: readonly FreeSlot[] = []) {
  if (start.length === 10) return hourOn(start)
  const isClick = lengthOf(`${start}Z`, `${end}Z`) <= clickMs
  const slot =
    isClick && slots.find((one) => one.free > 0 && toWallTime(one.startUtc) <= start && start < toWallTime(one.endUtc))
  return slot ? ofSlot(slot) : { startUtc: toInstant(start), endUtc: isClick ? undefined : toInstant(end) }
}

/**
 * Where an appointment goes that was dragged: on another day at its time, as long as before. From one slot into another it
 * keeps a place. Undefined where no such time is.
 */
export function timeMovedTo(one: Appointment, to: Moved, slots: readonly FreeSlot[] = []) {
  const startUtc = toInstant(to.start.length > 10 ? to.start : `${to.start}T${toWallTime(one.startUtc).slice(11)}`)
  if (!startUtc) return undefined
  const drawnEnd = to.end && to.end.length > 10 && toInstant(to.end)
  const endUtc = drawnEnd || new Date(Date.parse(startUtc) + lengthOf(one.startUtc, one.endUtc)).toISOString()
  const slot = one.slotRef && slots.find((other) => other.startUtc === startUtc && other.free > 0)
  return slot || { startUtc, endUtc, slotRef: null }
}

/** One person instead of another; empty is nobody. */
export const exchanged = (refs: readonly string[], { from, to }: { from: string; to: string }) => [
  ...new Set([...refs.filter((ref) => ref !== from), ...(to ? [to] : [])]),
]
