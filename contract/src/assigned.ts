import { z } from 'zod'
import { Id } from './endpoint.ts'

/** Users and roles that may see a record, by id. Both lists empty: everybody may. */
export const assigned = {
  assignedUsers: z.array(Id).max(500).default([]),
  assignedRoles: z.array(Id).max(100).default([]),
}
