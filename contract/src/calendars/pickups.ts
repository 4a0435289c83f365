import { z } from 'zod'
import { endpoint, Id, PlainDate } from '../endpoint.ts'
import { PickupSpan } from '../orders/flame-search.ts'
import { Holiday } from './holidays.ts'

/**
 * Load of a day next to its limits: of a forwarding agency with limits of its own, or of all pickups together (null).
 */
export const PickupLoad = z.object({
  forwardingAgencyRef: Id.nullable(),
  forwardingAgency: z.string(),
  crates: z.int(),
  weightInKg: z.number(),
  maxCrates: z.int().nullable(),
  maxWeightInKg: z.number().nullable(),
})
export type PickupLoad = z.output<typeof PickupLoad>

/** Day that is locked, a holiday, or has loads. */
export const PickupDay = z.object({
  day: PlainDate,
  locked: z.boolean(),
  holidays: z.array(Holiday.omit({ day: true })),
  loads: z.array(PickupLoad),
})
export type PickupDay = z.output<typeof PickupDay>

const path = '/api/pickup-days'

export const pickupDayApi = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'FLAME_READ',
    summary: 'What is to be known of the days of a span: locked, holidays, and how much leaves of all boards',
    shows: ['flame', 'list'],
    query: PickupSpan,
    response: z.array(PickupDay),
  }),
  nextFree: endpoint({
    method: 'GET',
    path: `${path}/_nextFree`,
    allow: 'FLAME_READ',
    summary: 'The first working day after a day that is not locked, no holiday of the yard, and has room for a flame',
    shows: ['flame', 'list'],
    query: z.object({ after: PlainDate, flameRef: Id.optional() }),
    response: z.object({ day: PlainDate.nullable() }),
  }),
}

/** Returns whether a day exceeds a limit. */
export const isOver = ({ crates, weightInKg, maxCrates, maxWeightInKg }: PickupLoad): boolean =>
  (maxCrates !== null && crates > maxCrates) || (maxWeightInKg !== null && weightInKg > maxWeightInKg)
