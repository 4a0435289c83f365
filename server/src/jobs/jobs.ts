import { z } from 'zod'

/** Every kind of background work with what it is given; `registry.ts` has who does it. */
export const jobs = {
  checkTaxNumber: z.object({ contactId: z.string() }),
} as const

export type JobName = keyof typeof jobs
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]>
