import { useState } from 'react'
import type { FreeSlot } from '#contract/calendars/appointments'
import type { Moved } from '../calendar/calendar-entry.ts'
import type { NewTime } from './AppointmentDialog.tsx'
import { hourAfter, hourOn, timeDrawn } from './appointment-times.ts'
import { isLeftOpen, takeUp } from './interrupted.ts'

interface Shown {
  readonly day: string
  /** User chosen in the filter, who becomes the participant of a new appointment. */
  readonly person: string | undefined
  /** Contact for a new appointment, from the URL. */
  readonly contact: string | undefined
  readonly slots: readonly FreeSlot[] | undefined
}

/** Holds the start values of a new appointment; `begin` is null while none is being added. */
export function useNewAppointment({ day, person, contact, slots }: Shown) {
  const [begin, setBegin] = useState(() => beginningWith(day, contact))
  const usual = person ? [person] : []
  function add(
    { startUtc = hourOn(day).startUtc, endUtc = hourAfter(startUtc), slot }: Partial<NewTime>,
    participantRefs: readonly string[],
  ) {
    setBegin({ startUtc, endUtc, slot, participantRefs, contactRef: '' })
  }
  return {
    begin,
    addToDay: () => add({}, usual),
    /** Adds an appointment in a span drawn by the user. */
    addIn: (span: Moved, participantRefs: readonly string[] = usual) => add(timeDrawn(span, slots), participantRefs),
    end: () => setBegin(null),
  }
}

/**
 * Returns the start values to continue an appointment that was interrupted to add a contact (with or without one) or by
 * the end of the session.
 */
function beginningWith(day: string, contactRef = ''): NewTime | null {
  const typed = takeUp()
  if (!typed && !contactRef && !isLeftOpen('')) return null
  return { ...hourOn(day), participantRefs: [], contactRef, ...(typed ? { typed } : {}) }
}
