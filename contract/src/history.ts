import { z } from 'zod'
import { ById, endpoint, Id, Instant } from './endpoint.ts'

/** One change of one record: who, when, which fields, before and after. */
export const HistoryEntry = z.object({
  id: z.int(),
  at: Instant,
  username: z.string().nullable(),
  action: z.enum(['CREATED', 'CHANGED', 'REMOVED']),
  entity: z.string(),
  entityId: Id,
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

const HistoryPage = z.object({ entries: z.array(HistoryEntry), more: z.boolean() })

export const historyApi = {
  ofContact: endpoint({
    method: 'GET',
    path: '/api/contacts/:id/history',
    allow: 'CONTACT_READ',
    summary: 'What changed on a contact and what belongs to it, the latest first',
    params: ById,
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    response: HistoryPage,
  }),
  ofEmail: endpoint({
    method: 'GET',
    path: '/api/emails/:id/history',
    allow: 'EMAIL_READ',
    summary: 'What changed on an e-mail and its comments, the latest first',
    params: ById,
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    response: HistoryPage,
  }),
}
