import { z } from 'zod'
import { ById, Done, endpoint, Id, Instant } from '../endpoint.ts'
import type { Topic } from '../live.ts'
import type { Access } from '../permissions.ts'

export const notificationTypes = [
  'COMMENT',
  'TASK_REMINDER',
  'PROJECT_REMINDER',
  'CONTACT_DUPLICATES',
  'CURRENT_LOGINS',
  'INCOMING_CALL',
  'MISSING_CALL',
  'CHECK_FLAME',
  'CHECK_PROJECT',
  'TODO_FINISHED',
  'COMPLETE_TODO',
  'INTERESTING_ENCOUNTER',
  'WEBHOOK_OFF',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** The user topic over which each type is told. */
export const topicOf: Record<NotificationType, Exclude<Topic, 'changes'>> = {
  COMMENT: 'comment',
  TASK_REMINDER: 'reminder-tasks-event',
  PROJECT_REMINDER: 'reminder-projects-event',
  CONTACT_DUPLICATES: 'contact-duplicates-event',
  CURRENT_LOGINS: 'user-login-event',
  INCOMING_CALL: 'incoming-call',
  MISSING_CALL: 'missing-call',
  CHECK_FLAME: 'check-flame',
  CHECK_PROJECT: 'check-project',
  TODO_FINISHED: 'todo-finished-event',
  COMPLETE_TODO: 'complete-todo-event',
  INTERESTING_ENCOUNTER: 'interesting-encounter',
  WEBHOOK_OFF: 'webhook-off',
}

/** What a type needs at all, beside what the matter of each needs that it tells of. */
export const neededFor: Record<NotificationType, Access> = {
  COMMENT: 'READ_COMMENTS',
  TASK_REMINDER: 'FLAME_READ',
  PROJECT_REMINDER: 'PROJECT_READ',
  CONTACT_DUPLICATES: 'GENERAL_ADMIN_FUNCTIONS',
  CURRENT_LOGINS: 'USER_READ',
  INCOMING_CALL: 'session',
  MISSING_CALL: 'session',
  CHECK_FLAME: 'FLAME_READ',
  CHECK_PROJECT: 'PROJECT_READ',
  TODO_FINISHED: 'TODO_READ',
  COMPLETE_TODO: 'TODO_READ',
  INTERESTING_ENCOUNTER: 'ENCOUNTER_READ',
  WEBHOOK_OFF: 'GENERAL_ADMIN_FUNCTIONS',
}

/** What the content of CONTACT_DUPLICATES begins with, before the count. */
export const duplicatesPrefix = 'Gefundene Duplikate: '

/** Words that stand for a number or a name in the content of a call, `<number> (<whose it is>)`. */
export const callerWords = { hidden: 'anonym', unknown: 'unbekannt', internal: 'intern' } as const
export const callContent = (number: string, name: string | null, internal: boolean): string =>
  `${number || callerWords.hidden} (${internal ? callerWords.internal : name || callerWords.unknown})`
/** The number of who calls, to look for or to keep; null for somebody who hides it or is one of ours. */
export function callerIn(content: string): string | null {
  const number = content.split('(')[0]?.trim() ?? ''
  return number === callerWords.hidden || content === callContent(number, null, true) ? null : number
}

/** Why somebody is told: a flame or an e-mail is theirs, they are named, a date has passed, or a customer could not be written to. */
export const notificationReasons = ['ASSIGNED', 'MENTIONED', 'OVERDUE', 'NOT_SENT'] as const

/** What became of the matter, so that there is nothing left to do about it. */
const settledBy = ['DELETED', 'CLOSED', 'ARCHIVED', 'REASSIGNED', 'DONE'] as const

export const Notification = z.object({
  id: Id,
  notificationType: z.enum(notificationTypes),
  /** The text of a comment, the name of a contact, a count (of due to-dos as they are now), or JSON, as its type has it. */
  content: z.string(),
  /** What it is about: of a comment what that stands on, of a to-do the flame or project, else the flame, the project, the encounter or the contact that calls. */
  upstreamRef: Id.nullable(),
  /** The project, of whatever in it. */
  projectRef: Id.nullable(),
  projectTitle: z.string().nullable(),
  createdUtc: Instant,
  reason: z.enum(notificationReasons).nullable(),
  /** Who caused it, as far as it was a person. */
  author: z.string().nullable(),
  contactRef: Id.nullable(),
  contactName: z.string().nullable(),
  emailRef: Id.nullable(),
  emailSubject: z.string().nullable(),
  blackBoardRef: Id.nullable(),
  commentRef: Id.nullable(),
  callRef: Id.nullable(),
  settled: z.enum(settledBy).nullable(),
})
export type Notification = z.output<typeof Notification>

/** Ways in which somebody is told beside the list: none of them is silent. */
export const notificationWays = ['popup', 'sound', 'browser'] as const
export type NotificationWay = (typeof notificationWays)[number]
const Ways = z.object({ popup: z.boolean(), sound: z.boolean(), browser: z.boolean() })
export type Ways = z.output<typeof Ways>

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** From and until in the time of Switzerland, over midnight too; in between there is no popup, sound or browser notification. */
const QuietHours = z.object({ from: TimeOfDay, until: TimeOfDay })

export const NotificationSettings = z.object({
  ways: z.record(z.enum(notificationTypes), Ways),
  quiet: QuietHours.nullable(),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

/** How somebody is told who never chose. */
export const deliveredWays: Record<NotificationType, Ways> = {
  COMMENT: { popup: true, sound: true, browser: true },
  TASK_REMINDER: { popup: true, sound: true, browser: true },
  PROJECT_REMINDER: { popup: true, sound: true, browser: true },
  CONTACT_DUPLICATES: { popup: true, sound: false, browser: false },
  CURRENT_LOGINS: { popup: false, sound: false, browser: false },
  INCOMING_CALL: { popup: true, sound: true, browser: true },
  MISSING_CALL: { popup: true, sound: false, browser: true },
  CHECK_FLAME: { popup: true, sound: false, browser: false },
  CHECK_PROJECT: { popup: true, sound: false, browser: false },
  TODO_FINISHED: { popup: true, sound: false, browser: false },
  COMPLETE_TODO: { popup: true, sound: false, browser: false },
  INTERESTING_ENCOUNTER: { popup: true, sound: false, browser: false },
  WEBHOOK_OFF: { popup: true, sound: false, browser: false },
}

/** The unread ones of a person that are listed at once; older ones follow as these are read. */
export const maxNotifications = 1000

export const notificationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    allow: 'session',
    summary: 'What the caller was told and has not marked as read, the newest first',
    shows: ['notification'],
    response: z.array(Notification),
  }),
  markRead: endpoint({
    method: 'PUT',
    path: '/api/notifications/:id/_markedAsRead',
    allow: 'session',
    summary: 'Mark one of the caller’s notifications as read',
    params: ById,
    response: Done,
  }),
  markManyRead: endpoint({
    method: 'PUT',
    path: '/api/notifications/_markedAsRead',
    allow: 'session',
    summary:
      'Mark many of the caller’s notifications as read; those that are nobody’s or somebody else’s are passed over',
    body: z.object({ ids: z.array(Id).max(maxNotifications) }),
    response: Done,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/notifications/settings',
    allow: 'session',
    summary: 'How the caller wants to be told',
    shows: ['preference'],
    response: NotificationSettings,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/notifications/settings',
    allow: 'session',
    summary: 'Choose how to be told, by type, and the hours of quiet',
    body: NotificationSettings,
    response: NotificationSettings,
  }),
}
