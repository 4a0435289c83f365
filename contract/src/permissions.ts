/** Permissions and the roles at delivery: section 6 of the specification. */

const verbs = ['READ', 'MODIFY', 'DELETE', 'CREATE'] as const
type Area = 'FLAME' | 'PROJECT' | 'TASKBOARD' | 'TODO' | 'ENCOUNTER' | 'CONTACT' | 'EMAIL'
type AreaPermission = `${Area}_${(typeof verbs)[number]}`
const all = <A extends Area>(area: A) => verbs.map((verb) => `${area}_${verb}` as const)

const singlePermissions = [
  'USER_READ',
  'USER_MODIFY',
  'USER_DELETE',
  'PROXY_FLAME',
  'PROXY_PROJECT',
  'GENERAL_ADMIN_FUNCTIONS',
  'ADMIN_PROJECT',
  'READ_CONTACT_DOCUMENTS',
  'UPLOAD_CONTACT_DOCUMENTS',
  'DELETE_CONTACT_DOCUMENTS',
  'READ_COMMENTS',
  'WRITE_COMMENTS',
  'VIEW_DASHBOARDS',
] as const

export type Permission = AreaPermission | (typeof singlePermissions)[number]

export const permissions: readonly Permission[] = [
  ...all('FLAME'),
  ...all('PROJECT'),
  ...all('TASKBOARD'),
  ...all('TODO'),
  ...all('ENCOUNTER'),
  ...all('CONTACT'),
  ...all('EMAIL'),
  ...singlePermissions,
]

/** Scopes of access keys. A key works only for the calls of its scope, in the name of its user. */
export const keyScopes = ['BOOKING', 'TELEPHONY', 'METRICS'] as const
export type KeyScope = (typeof keyScopes)[number]

/**
 * Access for programs, which show their access key or sign what they send. They need no session, and a session does not
 * help. A key comes in a header, or in the path where that has `:key`. `header` names the signature header of a sender:
 * the HMAC-SHA256 of the body in hex, made with the key whose id is `:key`.
 */
export type KeyAccess = { readonly key: KeyScope } | { readonly signature: KeyScope; readonly header?: string }

/**
 * Who may make a call: anybody, every signed-in user, holders of a permission, of one or all of several permissions (or
 * a program with the key `orKey`), or a program with a key.
 */
export type Access =
  | 'public'
  | 'session'
  | Permission
  | { readonly anyOf: readonly Permission[]; readonly orKey?: KeyScope }
  | { readonly allOf: readonly Permission[] }
  | KeyAccess

export const needsKey = (access: Access): access is KeyAccess =>
  typeof access === 'object' && ('key' in access || 'signature' in access)

/** Returns the scope whose keys open a call to programs besides signed-in users. */
export const keyBeside = (access: Access): KeyScope | undefined =>
  typeof access === 'object' && 'anyOf' in access ? access.orKey : undefined

/** Returns an access in words, for the list of calls. */
export function accessText(access: Access): string {
  if (typeof access === 'string') return access
  if ('key' in access) return `key ${access.key}`
  if ('signature' in access) return `signature ${access.signature}`
  if ('allOf' in access) return access.allOf.join(' and ')
  return [...access.anyOf, ...(access.orKey ? [`key ${access.orKey}`] : [])].join(' or ')
}

/** Access to selection lists: every role with a screen that uses one. */
export const staff: Access = { anyOf: ['CONTACT_READ', 'FLAME_READ', 'PROJECT_READ'] }

/** Access to the lists of a dossier: everybody who works with orders. */
export const orderStaff: Access = { anyOf: ['FLAME_READ', 'PROJECT_READ', 'GENERAL_ADMIN_FUNCTIONS'] }

/**
 * Access to templates, pictures and shared documents: everybody who works with messages or orders, not only contacts.
 */
export const officeStaff: Access = { anyOf: ['EMAIL_CREATE', 'FLAME_READ', 'PROJECT_READ', 'GENERAL_ADMIN_FUNCTIONS'] }

/** Access to document classifications: everybody who sees files of contacts, pictures or shared documents. */
export const fileStaff: Access = {
  anyOf: ['CONTACT_READ', 'EMAIL_CREATE', 'FLAME_READ', 'PROJECT_READ', 'GENERAL_ADMIN_FUNCTIONS'],
}

/** Access to imports, duplicates, merges and records of contacts. */
export const contactAdmin = { allOf: ['GENERAL_ADMIN_FUNCTIONS', 'CONTACT_READ'] } as const satisfies Access

/** Access to the mailboxes' messages that made trouble, and to the screen that shows them. */
export const mailAdmin = { allOf: ['GENERAL_ADMIN_FUNCTIONS', 'EMAIL_READ'] } as const satisfies Access

/** Access to the menu of the administration: everybody who may open one of its screens. */
export const administrators: Access = {
  anyOf: ['GENERAL_ADMIN_FUNCTIONS', 'USER_MODIFY', 'TASKBOARD_MODIFY', 'FLAME_READ', 'TODO_READ'],
}

/**
 * Returns whether a holder of the permissions `held` may make a call with this access; null means nobody is signed in.
 */
export function allows(access: Access, held: ReadonlySet<Permission> | null): boolean {
  if (access === 'public') return true
  if (held === null || needsKey(access)) return false
  if (access === 'session') return true
  if (typeof access === 'string') return held.has(access)
  const holds = (permission: Permission) => held.has(permission)
  return 'allOf' in access ? access.allOf.every(holds) : access.anyOf.some(holds)
}

export const roleNames = ['ADMIN', 'USER', 'TERMIN_USER', 'TERMIN_API', 'PROJECT_MANAGER'] as const
export type RoleName = (typeof roleNames)[number]

/**
 * Roles that a database is given. Each role and each of its permissions is given once, also when a later version adds
 * some; after that they are rows that an admin edits.
 */
export const deliveredRoles: Record<RoleName, readonly Permission[]> = {
  ADMIN: permissions,
  USER: [
    ...all('FLAME'),
    ...all('PROJECT'),
    ...all('TODO'),
    ...all('ENCOUNTER'),
    ...all('CONTACT'),
    ...all('EMAIL'),
    'TASKBOARD_READ',
    'USER_READ',
    'PROXY_FLAME',
    'PROXY_PROJECT',
    'READ_CONTACT_DOCUMENTS',
    'READ_COMMENTS',
    'WRITE_COMMENTS',
  ],
  TERMIN_USER: [
    'CONTACT_READ',
    'CONTACT_MODIFY',
    'ENCOUNTER_READ',
    'ENCOUNTER_CREATE',
    'ENCOUNTER_MODIFY',
    'READ_CONTACT_DOCUMENTS',
    'READ_COMMENTS',
    'USER_READ',
  ],
  TERMIN_API: [],
  PROJECT_MANAGER: [
    ...all('PROJECT'),
    ...all('TODO'),
    'ADMIN_PROJECT',
    'TASKBOARD_READ',
    'USER_READ',
    'READ_COMMENTS',
    'WRITE_COMMENTS',
  ],
}
