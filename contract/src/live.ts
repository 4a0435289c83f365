import { type Access, allows, fileStaff, type Permission } from './permissions.ts'
import { type PresenceKind, presenceKinds } from './together/presence.ts'

/**
 * Kinds of things that can change, with the keys that identify one and the permission to hear of it. The tables of the
 * database announce changes themselves (server/src/db/functions/changes.sql); a read call names in `shows` the subjects
 * that its answer is made of. A subject carries only ids: a client that hears of it reads the content by the ordinary
 * calls.
 */
export const subjects = {
  contact: { keys: ['contact'], allow: 'CONTACT_READ' },
  relation: { keys: [], allow: 'CONTACT_READ' },
  encounter: { keys: ['contact', 'encounter'], allow: 'ENCOUNTER_READ' },
  appointment: { keys: ['appointment'], allow: 'ENCOUNTER_READ' },
  document: { keys: ['contact', 'document'], allow: 'READ_CONTACT_DOCUMENTS' },
  comment: { keys: ['upstream'], allow: 'READ_COMMENTS' },
  duplicate: { keys: [], allow: 'GENERAL_ADMIN_FUNCTIONS' },
  import: { keys: ['import'], allow: 'GENERAL_ADMIN_FUNCTIONS' },
  flame: { keys: ['flame', 'board', 'contact'], allow: 'FLAME_READ' },
  project: { keys: ['project', 'board'], allow: 'PROJECT_READ' },
  /** `ref` is the flame or project of the to-do. */
  todo: { keys: ['ref', 'assignee'], allow: 'TODO_READ' },
  board: { keys: [], allow: 'session' },
  email: { keys: ['email', 'contact'], allow: 'EMAIL_READ' },
  /** People at a record. `of` is the kind of the record, which decides who may hear of it (presence.ts). */
  presence: { keys: ['of', 'record'], allow: 'session' },
  call: { keys: ['call'], allow: 'CONTACT_READ' },
  mailbox: { keys: ['mailbox'], allow: 'EMAIL_READ' },
  draft: { keys: ['user', 'draft'], allow: 'EMAIL_READ', personal: true },
  outbox: { keys: ['user', 'email'], allow: 'EMAIL_READ', personal: true },
  /** Plain list, by the name of its table. */
  list: { keys: ['list'], allow: fileStaff },
  library: { keys: [], allow: fileStaff },
  files: { keys: [], allow: 'GENERAL_ADMIN_FUNCTIONS' },
  /** Text of a file was extracted, so searches can find it. */
  fileText: { keys: [], allow: 'session' },
  job: { keys: [], allow: 'GENERAL_ADMIN_FUNCTIONS' },
  user: { keys: ['user'], allow: 'session' },
  login: { keys: [], allow: 'USER_READ' },
  role: { keys: [], allow: 'session' },
  absence: { keys: ['absence'], allow: 'session' },
  webhook: { keys: ['webhook'], allow: 'GENERAL_ADMIN_FUNCTIONS' },
  notification: { keys: ['user', 'notification'], allow: 'session', personal: true },
  preference: { keys: ['user'], allow: 'session', personal: true },
} as const satisfies Record<string, { keys: readonly string[]; allow: Access; personal?: boolean }>

export type SubjectKind = keyof typeof subjects
type KeyOf<Kind extends SubjectKind> = (typeof subjects)[Kind]['keys'][number]

/** Change of one thing; a missing key means all things of the kind, whatever that key is. */
export type Subject = {
  [Kind in SubjectKind]: { readonly kind: Kind } & { readonly [Key in KeyOf<Kind>]?: string }
}[SubjectKind]

/** Response header that names what the call changed. */
export const toldHeader = 'x-told'
/** Request header that names the browser tab; changes of the call are announced with `by=` this name. */
export const tabHeader = 'x-tab'
/** Length in characters above which the header names only the kinds. */
const maxTold = 4000

/** User topics of the live channel: `/user/topic/changes` carries changes, the others carry notifications. */
export const topics = [
  'changes',
  'reminder-tasks-event',
  'reminder-projects-event',
  'complete-todo-event',
  'todo-finished-event',
  'contact-duplicates-event',
  'user-login-event',
  'comment',
  'incoming-call',
  'missing-call',
  'check-flame',
  'check-project',
  'interesting-encounter',
  'webhook-off',
] as const
export type Topic = (typeof topics)[number]
export const destinationOf = (topic: Topic) => `/user/topic/${topic}`

/** Settings of the live channel; times in milliseconds, sizes in bytes. */
export const channel = {
  path: '/notifications',
  start: '/swns/start',
  heartbeatMs: 20_000,
  reconnectMs: 5000,
  renewMs: 900_000,
  /** A page reads before its channel is open, so a new connection also gets the changes of this period. */
  recentMs: 10_000,
  maxFrameBytes: 64 * 1024,
  maxUnsentBytes: 1024 * 1024,
  maxSubscriptions: 50,
  maxSocketsOfUser: 50,
} as const

/** Returns whether a user may hear of a subject: with the permission for its kind; of personal ones only their own. */
export function mayHear(subject: Subject, userId: string, held: ReadonlySet<Permission>): boolean {
  const { allow, personal }: { allow: Access; personal?: boolean } = subjects[subject.kind]
  const { user: owner, of: presentAt } = subject as { user?: string; of?: PresenceKind }
  if (presentAt !== undefined && !allows(presenceKinds[presentAt].allow, held)) return false
  return allows(allow, held) && !(personal && owner !== undefined && owner !== userId)
}

/** Parses a subject in the database's notation, `flame flame=… board=…`; null for a kind unknown to this version. */
export function readSubject(text: string): Subject | null {
  const [kind = '', ...pairs] = text.trim().split(' ')
  if (!Object.hasOwn(subjects, kind)) return null
  const keys = Object.fromEntries(pairs.map((pair) => pair.split('=')))
  delete keys.by
  if (keys.of && !Object.hasOwn(presenceKinds, keys.of)) return null
  return { kind, ...keys } as Subject
}

/** Returns the value of the header for subjects in the notation of the database. */
export function toldText(told: readonly string[]): string {
  const whole = told.join(',')
  return whole.length <= maxTold ? whole : [...new Set(told.map((text) => text.split(' ', 1)[0]))].join(',')
}

export const readTold = (header: string): Subject[] => header.split(',').flatMap((text) => readSubject(text) ?? [])

/**
 * Returns the subjects of an answer, filled in from the parameters of its call; a key without a parameter is left out.
 */
export function shownSubjects(shows: readonly string[], asked: Record<string, unknown>): Subject[] {
  return shows.flatMap((text) => {
    const [kind, ...pairs] = text.split(' ')
    const filled = pairs.flatMap((pair) => {
      const [key, value = ''] = pair.split('=')
      const given = value.startsWith(':') ? asked[value.slice(1)] : value
      return typeof given === 'string' ? [`${key}=${given}`] : []
    })
    return readSubject([kind, ...filled].join(' ')) ?? []
  })
}

/** Returns whether a change makes an answer stale: the kinds are equal, and no key that both have differs. */
export function concerns(shown: Subject, changed: Subject): boolean {
  if (shown.kind !== changed.kind) return false
  const other: Partial<Record<string, string>> = changed
  return Object.entries(shown).every(([key, value]) => other[key] === undefined || other[key] === value)
}
