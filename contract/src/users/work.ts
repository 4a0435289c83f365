import type { Permission } from '../permissions.ts'

/** What can be given to somebody, and what they must hold to look after it. */
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
} as const satisfies Record<string, readonly Permission[]>
export type Work = keyof typeof workNeeds
