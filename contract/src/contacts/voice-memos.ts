import { z } from 'zod'

export const transcriptionStates = ['NONE', 'WAITING', 'RUNNING', 'DONE', 'FAILED'] as const
/** Why there is no transcript, or why the text of the encounter differs from it. */
export const transcriptionReasons = [
  'OFF',
  'UNREACHABLE',
  'TIMEOUT',
  'REFUSED',
  'UNREADABLE',
  'NO_TEXT',
  'COMMAND_FAILED',
  'STORAGE_FAILED',
  'KEPT',
] as const
export type TranscriptionReason = (typeof transcriptionReasons)[number]

export const VoiceMemo = z.object({
  seconds: z.number(),
  transcription: z.enum(transcriptionStates),
  /** Set for FAILED, for WAITING after a failed try, and, as KEPT, beside DONE. */
  reason: z.enum(transcriptionReasons).nullable(),
  /** A person wrote or changed the text: a new transcription asks before replacing it. */
  edited: z.boolean(),
})
export type VoiceMemo = z.output<typeof VoiceMemo>
