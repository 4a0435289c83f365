import { useState } from 'react'
import type { FreeSlot } from '#contract/calendars/appointments'
import type { Moved } from '../calendar/calendar-entry.ts'
import type { NewTime } from './AppointmentDialog.tsx'
import { hourAfter, hourOn, timeDrawn } from './appointment-times.ts'
import { isLeftOpen, takeUp } from './interrupted.ts'

interface Shown {
  readonly day: string
  /** Whose appointments are shown: a new one is theirs. */
  readonly person: string | undefined
  /** Whom the address asks for an appointment with. */
  readonly contact: string | undefined
  readonly slots: readonly FreeSlot[] | undefined
}

/** When and whose an appointment that is added begins as: `begin` is null while none is. */
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
    /** Where somebody drew it. */
    addIn: (span: Moved, participantRefs: readonly string[] = usual) => add(timeDrawn(span, slots), participantRefs),
    end: () => setBegin(null),
  }
}

/** What was interrupted to add a contact goes on with it, or without if none was added; so does what the end of a session interrupted. */
function beginningWith(day: string, contactRef = ''): NewTime | null {
  const typed = takeUp()
  if (!typed && !contactRef && !isLeftOpen('')) return null
  return { ...hourOn(day), participantRefs: [], contactRef, ...(typed ? { typed } : {}) }
}
