import {
  type Access,
  administrators,
  allows,
  contactAdmin,
  mailAdmin,
  officeStaff,
  type Permission,
  type RoleName,
  roleNames,
} from './permissions.ts'
import type { CurrentUser } from './users/users.ts'

/**
 * Screen of section 2 of the specification: its path, the roles that may enter, and the permission that its calls need.
 */
export interface ScreenRoute {
  readonly path: string
  readonly roles: 'public' | readonly RoleName[]
  readonly needs: Access
}

const staffRoles = ['USER', 'ADMIN'] as const
const contactRoles = ['USER', 'ADMIN', 'TERMIN_USER'] as const
const everybody = ['USER', 'ADMIN', 'TERMIN_USER', 'PROJECT_MANAGER'] as const
const admin = ['ADMIN'] as const
/** Defines a screen; `search` names the optional query parameters of its address, all of them text. */
const screen = <Path extends string, Search extends string = never>(
  path: Path,
  roles: ScreenRoute['roles'],
  needs: Access,
  ...search: readonly Search[]
) => ({ path, roles, needs, search }) as const

/** Search criteria for contacts, in the addresses of the search and of a new contact. */
const contactCriteria = [
  'givenName',
  'surname',
  'company',
  'street',
  'zipCode',
  'city',
  'country',
  'emailAddress',
  'phoneNumber',
  'reseller',
  'placeOfExperience',
  'customer',
] as const

export const screens = {
  login: screen('/login', 'public', 'public', 'view'),
  booking: screen('/termin', 'public', 'public'),
  bookedAppointment: screen('/termin/$token', 'public', 'public'),
  start: screen('/', staffRoles, 'session'),
  contactSearch: screen('/contactSearch', contactRoles, 'CONTACT_READ', ...contactCriteria),
  contacts: screen('/contacts', contactRoles, 'CONTACT_READ', 'view', 'since', 'until'),
  newContact: screen(
    '/contacts/new',
    staffRoles,
    'CONTACT_CREATE',
    ...contactCriteria,
    'blackboardRef',
    'emailRef',
    'step',
    'appointment',
  ),
  contact: screen('/contacts/$id', contactRoles, 'CONTACT_READ', 'tab'),
  contactAttachment: screen('/contacts/$id/attachments/$attachmentId', contactRoles, 'CONTACT_READ'),
  contactComment: screen('/contacts/$id/comments/$commentId', contactRoles, 'CONTACT_READ'),
  contactEncounter: screen('/contacts/$id/encounters/$encounterId', contactRoles, 'ENCOUNTER_READ'),
  emails: screen(
    '/emails',
    staffRoles,
    'EMAIL_READ',
    'contact',
    'view',
    'mailbox',
    'since',
    'until',
    'weekday',
    'answered',
    'person',
  ),
  email: screen('/emails/$emailId', staffRoles, 'EMAIL_READ', 'contact'),
  emailOfOwner: screen('/emails/$owner/$emailId', staffRoles, 'EMAIL_READ', 'contact'),
  emailComment: screen('/emails/$emailId/comments/$commentId', staffRoles, 'EMAIL_READ', 'contact'),
  flame: screen('/flames/$id/$taskboardId', staffRoles, 'FLAME_READ', 'field'),
  flameTodos: screen('/flames/$id/$taskboardId/todos', staffRoles, 'FLAME_READ'),
  ownUserConfiguration: screen('/ownUserConfiguration', staffRoles, 'session'),
  users: screen('/users', admin, 'USER_MODIFY', 'tab'),
  mailboxes: screen('/mailboxes', admin, mailAdmin, 'mailbox', 'trouble'),
  csvImport: screen('/csvImport', admin, contactAdmin, 'id'),
  duplicateContacts: screen('/duplicateContacts', admin, contactAdmin, 'id', 'view'),
  imageGallery: screen('/image-gallery', staffRoles, officeStaff),
  sharedDocuments: screen('/sharedDocuments', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  sectors: screen('/sectors', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  products: screen('/products', admin, 'GENERAL_ADMIN_FUNCTIONS', 'tab'),
  pallets: screen('/pallets', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  blackboards: screen('/blackboards', admin, 'TASKBOARD_MODIFY'),
  deliveryConditions: screen('/deliveryConditions', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  paymentConditions: screen('/paymentConditions', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  warehouses: screen('/warehouses', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  predefinedTimeSlots: screen('/predefinedTimeSlots', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  timeSlotExceptions: screen('/timeSlotExceptions', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  absenceEmail: screen('/absenceEmail', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  todoPackages: screen('/todoPackages', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  forwardAgency: screen('/forward-agency', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  documentClassifications: screen('/document-classifications', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  lockedPickupDates: screen('/lockedPickupDates', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  holidayRegions: screen('/holidayRegions', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  towns: screen('/towns', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  accessKeys: screen('/accessKeys', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  programDocs: screen('/accessKeys/docs/$page', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  telephony: screen('/telephony', admin, 'GENERAL_ADMIN_FUNCTIONS', 'calls', 'since', 'until', 'weekday'),
  system: screen('/system', admin, 'GENERAL_ADMIN_FUNCTIONS', 'view'),
  webhooks: screen('/webhooks', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  pickupLimits: screen('/pickupLimits', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  moreAdminMenu: screen('/more-admin-menu', admin, administrators),
  templates: screen('/templates', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  emailSignature: screen('/emailsignature', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  letterhead: screen('/letterhead', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  steelTubes: screen('/steel-tubes', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  woodFrames: screen('/wood-frames', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  calcFactors: screen('/calc-factors', admin, 'GENERAL_ADMIN_FUNCTIONS'),
  flames: screen('/flames', staffRoles, 'FLAME_READ', 'board', 'text', 'assignee', 'contact', 'due', 'future'),
  newFlame: screen('/new-flame/$contactRef/$taskboardId', staffRoles, 'FLAME_CREATE', 'step', 'emailRef'),
  ownDueFlames: screen('/ownDueFlames', staffRoles, 'FLAME_READ'),
  allOpenFlames: screen(
    '/allOpenFlames',
    admin,
    'FLAME_READ',
    'step',
    'due',
    'reminder',
    'unassigned',
    'assignee',
    'left',
    'since',
    'until',
  ),
  allArchivedFlames: screen(
    '/allArchivedFlames',
    admin,
    'FLAME_READ',
    'since',
    'until',
    'product',
    'country',
    'customerType',
  ),
  projects: screen('/projects', staffRoles, 'PROJECT_READ', 'board', 'text', 'assignee'),
  project: screen('/projects/$id/$taskboardId', staffRoles, 'PROJECT_READ'),
  projectComment: screen('/projects/$id/comments/$commentId', staffRoles, 'PROJECT_READ'),
  ownDueProjects: screen('/ownDueProjects', staffRoles, 'PROJECT_READ', 'reminder'),
  allArchivedProjects: screen('/allArchivedProjects', ['ADMIN', 'PROJECT_MANAGER'], {
    allOf: ['PROJECT_READ', 'ADMIN_PROJECT'],
  }),
  ownToDos: screen('/ownToDos', staffRoles, 'TODO_READ'),
  allOpenTodos: screen('/allOpenTodos', admin, 'TODO_READ', 'due', 'assignee', 'state', 'since', 'until'),
  dashboards: screen('/dashboards', admin, 'VIEW_DASHBOARDS', 'since', 'until'),
  appointmentCalendar: screen(
    '/appointmentcalendar',
    contactRoles,
    'ENCOUNTER_READ',
    'view',
    'day',
    'person',
    'contact',
    'id',
  ),
  pickupCalendar: screen('/pickupcalendar', staffRoles, 'FLAME_READ', 'view', 'day', 'board', 'person', 'agency'),
  search: screen('/search', everybody, 'session', 'term', 'type', 'since', 'until', 'contact', 'user', 'page'),
} as const
export type ScreenName = keyof typeof screens

type Screen<Name extends ScreenName> = (typeof screens)[Name]
type NamedIn<Path> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | NamedIn<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never
/** Path parameters of a screen; of a union of screens, those of each. */
export type PathParams<Name extends ScreenName> = Name extends ScreenName
  ? { readonly [Key in NamedIn<Screen<Name>['path']>]: string }
  : never
export type SearchName<Name extends ScreenName> = Screen<Name>['search'][number]
/** Path and query parameters of a screen. */
export type ScreenParams<Name extends ScreenName> = PathParams<Name> & {
  readonly [Key in SearchName<Name>]?: string | true | undefined
}
/** Arguments of a function that leads to a screen; the parameters may be left out where the path has none. */
export type Towards<Name extends ScreenName, More extends readonly unknown[] = []> =
  Record<never, never> extends ScreenParams<Name>
    ? [params?: ScreenParams<Name>, ...more: More]
    : [params: ScreenParams<Name>, ...more: More]

/** Returns the address of a screen: `pathTo('contact', { id, tab: 'documents' })`. */
export function pathTo<Name extends ScreenName>(name: Name, ...[params]: Towards<Name>): string {
  const given: Readonly<Record<string, string | true | undefined>> = params ?? {}
  const path = screens[name].path.replace(/\$(\w+)/g, (_, key: string) => encodeURIComponent(given[key] ?? ''))
  const search = (screens[name].search as readonly string[]).flatMap((key): [string, string][] => {
    const value = given[key]
    return value === undefined ? [] : [[key, String(value)]]
  })
  return search.length === 0 ? path : `${path}?${new URLSearchParams(search)}`
}

/**
 * Returns whether a user may enter a screen: by a role named on the route and by the permission that its calls need. A
 * custom role is named on no route, so for its holders the permission alone decides.
 */
export function mayEnter(route: ScreenRoute, user: Pick<CurrentUser, 'roles' | 'permissions'> | null): boolean {
  if (route.roles === 'public') return true
  if (!user) return false
  const delivered: readonly string[] = roleNames
  const byRole = user.roles.some(
    (role) => (route.roles as readonly string[]).includes(role) || !delivered.includes(role),
  )
  return byRole && allows(route.needs, new Set<Permission>(user.permissions))
}
