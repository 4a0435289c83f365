import { z } from 'zod'
import { Instant } from '../endpoint.ts'

/** Number of all and of done to-dos of a card, and the next open one. */
export const TodoCount = z.object({
  all: z.int(),
  done: z.int(),
  nextUtc: Instant.nullable(),
  nextTitle: z.string().nullable(),
})
export type TodoCount = z.output<typeof TodoCount>
