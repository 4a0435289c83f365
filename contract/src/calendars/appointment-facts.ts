import { z } from 'zod'
import { Id, Instant } from '../endpoint.ts'

export const appointmentStates = ['BOOKED', 'CANCELLED', 'MISSED'] as const

/** Fields of an appointment besides those of the encounter of its contact, with which it shares id and version. */
export const AppointmentFacts = z.object({
  startUtc: Instant,
  endUtc: Instant,
  place: z.string(),
  state: z.enum(appointmentStates),
  /** Reason of the cancellation. */
  reason: z.string(),
  /** Predefined slot that the appointment was booked from. */
  slotRef: Id.nullable(),
  /** Users who take part. */
  participantRefs: z.array(Id),
})
