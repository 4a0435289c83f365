import { z } from 'zod'
import { ById, Done, endpoint, Id, Instant, Title } from '../endpoint.ts'
import { keyScopes } from '../permissions.ts'

/** Key of a program; the secret itself is shown once, when the key is created. */
export const AccessKey = z.object({
  id: Id,
  title: z.string(),
  scope: z.enum(keyScopes),
  /** User in whose name the program calls. */
  userRef: Id,
  username: z.string(),
  createdUtc: Instant,
  /** Rounded down to the minute. */
  lastUsedUtc: Instant.nullable(),
  revokedUtc: Instant.nullable(),
})
export type AccessKey = z.output<typeof AccessKey>

const path = '/api/access-keys'
const allow = 'GENERAL_ADMIN_FUNCTIONS'

export const accessKeyApi = {
  list: endpoint({
    method: 'GET',
    path,
    allow,
    summary: 'All access keys, the latest first; none of them can be read again',
    shows: ['list list=access_key', 'user'],
    response: z.array(AccessKey),
  }),
  add: endpoint({
    method: 'POST',
    path,
    allow,
    summary:
      'Make an access key; it is answered this once, to be sent as `Authorization: Bearer <key>`, or to sign with',
    body: z.object({
      title: Title(255),
      scope: z.enum(keyScopes),
      userRef: Id,
      /** True: the part of the key after the dot signs messages and is never sent. */
      signs: z.boolean().optional(),
    }),
    response: z.object({ id: Id, key: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    allow,
    summary: 'Revoke an access key: from now on it opens nothing',
    params: ById,
    response: Done,
  }),
}
