import type { Permission } from '../permissions.ts'

/** Permissions that a user needs to be assigned a kind of work, or to be mentioned in it. */
export const workNeeds = {
  FLAME: ['FLAME_READ'],
  PROJECT: ['PROJECT_READ'],
  FLAME_TODO: ['FLAME_READ', 'TODO_READ'],
  PROJECT_TODO: ['PROJECT_READ', 'TODO_READ'],
  TODO: ['TODO_READ'],
  MAIL: ['EMAIL_READ'],
  ENCOUNTER: ['ENCOUNTER_READ'],
  FLAME_PROXY: ['PROXY_FLAME'],
  PROJECT_PROXY: ['PROXY_PROJECT'],
  CONTACT_COMMENT: ['CONTACT_READ', 'READ_COMMENTS'],
  MAIL_COMMENT: ['EMAIL_READ', 'READ_COMMENTS'],
  PROJECT_COMMENT: ['PROJECT_READ', 'READ_COMMENTS'],
} as const satisfies Record<string, readonly Permission[]>
export type Work = keyof typeof workNeeds
