import { z } from 'zod'
import { ById, endpoint, Id, Instant } from '../endpoint.ts'
import { mailAdmin } from '../permissions.ts'
import { serverTasks } from './mailboxes.ts'

/** Task that the server refused too often. */
const Refusal = z.object({
  id: Id,
  task: z.enum(serverTasks),
  emailRef: Id.nullable(),
  subject: z.string(),
  from: z.string(),
  folder: z.string(),
  refusedAtUtc: Instant,
  /** Explanation, in the language of the request. */
  detail: z.string(),
  /** Answer of the server, unchanged. */
  said: z.string(),
})
export type Refusal = z.output<typeof Refusal>

const Refusals = z.object({ ids: z.array(Id).min(1).max(500) })

const path = '/api/mailboxes/:id/refusals'

export const refusalApi = {
  list: endpoint({
    method: 'GET',
    path,
    allow: mailAdmin,
    summary: 'What the server refused to do with messages, such as moving them to its bin',
    params: ById,
    shows: ['mailbox mailbox=:id', 'email'],
    response: z.array(Refusal),
  }),
  retry: endpoint({
    method: 'POST',
    path: `${path}/_retry`,
    allow: mailAdmin,
    summary: 'Have the server try again what it refused; the number counts what was still refused',
    params: ById,
    body: Refusals,
    response: z.object({ count: z.int() }),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: `${path}/_dismiss`,
    allow: mailAdmin,
    summary: 'Leave undone what the server refused',
    params: ById,
    body: Refusals,
    response: z.object({ count: z.int() }),
  }),
}
