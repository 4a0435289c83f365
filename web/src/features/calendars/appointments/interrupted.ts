import { z } from 'zod'
import { inTab } from '../../../state/storage.ts'
import { isKept } from '../../../ui/forms/kept-input.ts'

const storageKey = 'interruptedAppointment'

/** The input of a new appointment. */
const Typed = z.object({
  slot: z.string().nullable(),
  startUtc: z.string(),
  endUtc: z.string(),
  title: z.string(),
  place: z.string(),
  note: z.string(),
  participantRefs: z.array(z.string()),
})
export type TypedAppointment = z.output<typeof Typed>

/** Stores the input in this tab while a contact is added. */
export const interrupt = (typed: TypedAppointment): void => inTab.writeJson(storageKey, typed)

/** Returns the stored input and removes it. */
export function takeUp(): TypedAppointment | undefined {
  const kept = Typed.safeParse(inTab.readJson(storageKey))
  inTab.write(storageKey, null)
  return kept.data
}

/** Returns the name that unsaved input is stored under. It excludes the time, which depends on the click. */
export const keptNameOfNew = (contactRef: string) => `appointment new ${contactRef}`

/** Returns true if the session ended while an appointment was entered for this contact (empty: none chosen yet). */
export const isLeftOpen = (contactRef: string): boolean => isKept(keptNameOfNew(contactRef))
