import { z } from 'zod'
import { Instant } from '../endpoint.ts'

/** How many to-dos a card has and are done, and the undone one that comes first. */
export const TodoCount = z.object({
  all: z.int(),
  done: z.int(),
  nextUtc: Instant.nullable(),
  nextTitle: z.string().nullable(),
})
export type TodoCount = z.output<typeof TodoCount>
