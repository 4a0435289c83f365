import type { Encounter } from '#contract/contacts/encounters'
import { isKept } from '../../../ui/forms/kept-input.ts'

/** What a recording that is not saved is kept as. */
export const keptTakeName = 'voice note'
/** What the form of an encounter is kept as, null for a new one. */
export const keptName = (encounter: Encounter | null) => `encounter ${encounter?.id ?? 'new'}`

/** The dialog whose input was not saved when the session ended; it opens by itself. */
export function dialogLeftOpen(): 'voice' | 'new' | undefined {
  if (isKept(keptTakeName)) return 'voice'
  return isKept(keptName(null)) ? 'new' : undefined
}
