import { z } from 'zod'
import { inTab } from '../../../state/storage.ts'
import { isKept } from '../../../ui/forms/kept-input.ts'

const storageKey = 'interruptedAppointment'

/** A new appointment as far as it was typed. */
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

/** Keeps it in this tab while a contact is added for it. */
export const interrupt = (typed: TypedAppointment): void => inTab.writeJson(storageKey, typed)

/** What was being typed, once. */
export function takeUp(): TypedAppointment | undefined {
  const kept = Typed.safeParse(inTab.readJson(storageKey))
  inTab.write(storageKey, null)
  return kept.data
}

/** What a new one is kept as; it begins where somebody clicked, which is another time the next time. */
export const keptNameOfNew = (contactRef: string) => `appointment new ${contactRef}`

/** Whether one was being typed for this contact, empty for none yet, when the session ended. */
export const isLeftOpen = (contactRef: string): boolean => isKept(keptNameOfNew(contactRef))
