import type { Permission } from './permissions.ts'

export type Verb = 'READ' | 'CREATE' | 'MODIFY' | 'DELETE'
export const verbs: readonly Verb[] = ['READ', 'CREATE', 'MODIFY', 'DELETE']

type FourfoldArea = 'FLAME' | 'PROJECT' | 'TASKBOARD' | 'TODO' | 'ENCOUNTER' | 'CONTACT' | 'EMAIL'
const fourfold = (area: FourfoldArea) =>
  ({
    READ: `${area}_READ`,
    CREATE: `${area}_CREATE`,
    MODIFY: `${area}_MODIFY`,
    DELETE: `${area}_DELETE`,
  }) satisfies Record<Verb, Permission>

/** Areas of section 6 of the specification, row by row, with the permission behind each verb that exists. */
export const permissionAreas = {
  CONTACT: fourfold('CONTACT'),
  CONTACT_DOCUMENTS: {
    READ: 'READ_CONTACT_DOCUMENTS',
    CREATE: 'UPLOAD_CONTACT_DOCUMENTS',
    DELETE: 'DELETE_CONTACT_DOCUMENTS',
  },
  ENCOUNTER: fourfold('ENCOUNTER'),
  EMAIL: fourfold('EMAIL'),
  COMMENTS: { READ: 'READ_COMMENTS', CREATE: 'WRITE_COMMENTS' },
  FLAME: fourfold('FLAME'),
  PROJECT: fourfold('PROJECT'),
  TODO: fourfold('TODO'),
  TASKBOARD: fourfold('TASKBOARD'),
  USER: { READ: 'USER_READ', MODIFY: 'USER_MODIFY', DELETE: 'USER_DELETE' },
} as const satisfies Record<string, Partial<Record<Verb, Permission>>>
export type PermissionArea = keyof typeof permissionAreas

/** Permissions outside the areas. */
export const singlePermissions = [
  'PROXY_FLAME',
  'PROXY_PROJECT',
  'ADMIN_PROJECT',
  'VIEW_DASHBOARDS',
  'GENERAL_ADMIN_FUNCTIONS',
] as const satisfies readonly Permission[]
