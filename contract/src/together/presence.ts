import { z } from 'zod'
import { ById, endpoint, Id } from '../endpoint.ts'
import type { Access } from '../permissions.ts'

/** Kinds of records that show who is present, with the path of their calls and the permission to see it. */
export const presenceKinds = {
  contact: { path: '/api/contacts', allow: 'CONTACT_READ' },
  email: { path: '/api/emails', allow: 'EMAIL_READ' },
  flame: { path: '/api/flames', allow: 'FLAME_READ' },
  project: { path: '/api/projects', allow: 'PROJECT_READ' },
} as const satisfies Record<string, { path: string; allow: Access }>
export type PresenceKind = keyof typeof presenceKinds

/** Activities at a record; for several tabs of a user the last one in this order counts. */
export const activities = ['VIEWING', 'EDITING', 'ANSWERING'] as const
export type Activity = (typeof activities)[number]

/** Seconds without a message after which somebody counts as gone. */
export const presenceSeconds = 25

const Present = z.object({
  userRef: Id,
  username: z.string(),
  activity: z.enum(activities),
  /** Path of the field in the form; a row of a list by its id: `dossier.articles.<id>.quantity`. */
  field: z.string(),
})
export type Present = z.output<typeof Present>

const PresentAt = Present.extend({ recordRef: Id })
export type PresentAt = z.output<typeof PresentAt>

const PresenceChange = z.object({
  /** Null: the user has left the record. */
  activity: z.enum(activities).nullable(),
  field: z
    .string()
    .regex(/^[\w.-]{0,120}$/)
    .default(''),
})
export type PresenceChange = z.output<typeof PresenceChange>

const presenceOf = (kind: PresenceKind) => {
  const { path, allow } = presenceKinds[kind]
  return {
    others: endpoint({
      method: 'GET',
      path: `${path}/:id/presence`,
      allow,
      summary: 'Who else looks at it or edits it right now',
      shows: [`presence of=${kind} record=:id`],
      params: ById,
      response: z.array(Present),
    }),
    be: endpoint({
      method: 'PUT',
      path: `${path}/:id/presence`,
      allow,
      summary: 'Say that one looks at it or edits it, or no longer; it lapses by itself. Answers who else does',
      params: ById,
      body: PresenceChange,
      response: z.array(Present),
    }),
  }
}

export const presenceApi = {
  contact: presenceOf('contact'),
  email: presenceOf('email'),
  flame: presenceOf('flame'),
  project: presenceOf('project'),
} satisfies Record<PresenceKind, object>

/** Presence at all messages at once, for the list of messages. */
export const inboxPresenceApi = {
  presence: endpoint({
    method: 'GET',
    path: '/api/emails/_presence',
    allow: 'EMAIL_READ',
    summary: 'Who looks at which message or answers it right now, but for oneself',
    shows: ['presence of=email'],
    response: z.array(PresentAt),
  }),
}
