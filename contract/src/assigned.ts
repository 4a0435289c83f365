import { z } from 'zod'
import { Id } from './endpoint.ts'

/** Who may see something, by id: nobody named means everybody. */
export const assigned = {
  assignedUsers: z.array(Id).max(500).default([]),
  assignedRoles: z.array(Id).max(100).default([]),
}
