import type { Encounter } from '#contract/contacts/encounters'
import { isKept } from '../../../ui/forms/kept-input.ts'

/** Name that an unsaved recording is stored under. */
export const keptTakeName = 'voice note'
/** Returns the name that the form of an encounter is stored under; null for a new one. */
export const keptName = (encounter: Encounter | null) => `encounter ${encounter?.id ?? 'new'}`

/** Returns the dialog with unsaved input when the session ended; it opens automatically. */
export function dialogLeftOpen(): 'voice' | 'new' | undefined {
  if (isKept(keptTakeName)) return 'voice'
  return isKept(keptName(null)) ? 'new' : undefined
}
