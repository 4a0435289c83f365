import { z } from 'zod'
import { Id, Instant } from '../endpoint.ts'

export const appointmentStates = ['BOOKED', 'CANCELLED', 'MISSED'] as const

/** What an appointment has beside being an encounter of its contact; it has the id and the version of that. */
export const AppointmentFacts = z.object({
  startUtc: Instant,
  endUtc: Instant,
  place: z.string(),
  state: z.enum(appointmentStates),
  /** Why it was cancelled. */
  reason: z.string(),
  /** The predefined slot that it was booked from. */
  slotRef: Id.nullable(),
  /** Of the users who take part. */
  participantRefs: z.array(Id),
})
