import { z } from 'zod'
import { Id } from './endpoint.ts'

/** What a record was made from; null for what it was not made from, what is gone, and what the caller may not see. */
export const Origin = z.object({
  blackboard: z.object({ id: Id, title: z.string() }).nullable(),
  email: z.object({ id: Id, subject: z.string(), assigneeRef: Id.nullable() }).nullable(),
})
export type Origin = z.output<typeof Origin>
