import { z } from 'zod'
import { inTab } from '../../../state/storage.ts'

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
