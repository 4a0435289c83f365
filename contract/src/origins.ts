import { z } from 'zod'
import { Id } from './endpoint.ts'

/** Board and e-mail that a record was made from; null where there is none, it is gone or the caller may not see it. */
export const Origin = z.object({
  blackboard: z.object({ id: Id, title: z.string() }).nullable(),
  email: z.object({ id: Id, subject: z.string(), assigneeRef: Id.nullable() }).nullable(),
})
export type Origin = z.output<typeof Origin>
