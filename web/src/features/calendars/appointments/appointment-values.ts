import { z } from 'zod'
import type { Appointment, FreeSlot } from '#contract/calendars/appointments'
import { EnteredInstant, Id, OptionalText, OptionalTitle } from '#contract/endpoint'
import { limits } from '#contract/limits'
import { slotKey } from './appointment-facts.ts'

/** Values of the appointment form. */
export const AppointmentValues = z
  .object({
    contactRef: Id,
    /** Key of a slot (id and start); null for a free time. */
    slot: z.string().nullable(),
    startUtc: EnteredInstant,
    endUtc: EnteredInstant,
    title: OptionalTitle(255),
    place: OptionalTitle(255),
    note: OptionalText(limits.encounter.descriptionLength),
    participantRefs: z.array(Id).max(50),
  })
  .refine(({ startUtc, endUtc }) => startUtc < endUtc, { path: ['endUtc'], params: { code: 'END_BEFORE_START' } })
export type AppointmentValues = z.output<typeof AppointmentValues>

export const valuesOf = (one: Appointment): AppointmentValues => ({
  contactRef: one.contactRef,
  slot: one.slotRef ? slotKey({ slotRef: one.slotRef, startUtc: one.startUtc }) : null,
  startUtc: one.startUtc,
  endUtc: one.endUtc,
  title: one.title,
  place: one.place,
  note: one.note,
  participantRefs: one.participantRefs,
})

/** Returns the request body; a slot determines its own end. */
export function bodyOf({ slot, endUtc, contactRef: _contact, ...values }: AppointmentValues) {
  const [slotRef] = slot?.split(' ') ?? []
  return slotRef ? { ...values, slotRef } : { ...values, slotRef: null, endUtc }
}

export const ofSlot = (slot: Pick<FreeSlot, 'slotRef' | 'startUtc' | 'endUtc'>) => ({
  slot: slotKey(slot),
  startUtc: slot.startUtc,
  endUtc: slot.endUtc,
})
