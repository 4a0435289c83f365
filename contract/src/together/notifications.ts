import { z } from 'zod'
import { ById, ClockTime, Done, endpoint, Id, Instant } from '../endpoint.ts'
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

/** User topic of each type on the live channel. */
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

/** Access that a type needs in general, in addition to access to the record of each notification. */
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

/** Beginning of the content of CONTACT_DUPLICATES, followed by the count. */
export const duplicatesPrefix = 'Gefundene Duplikate: '

/** Words that replace a number or a name in the content of a call, `<number> (<name of its owner>)`. */
export const callerWords = { hidden: 'anonym', unknown: 'unbekannt', internal: 'intern' } as const
export const callContent = (number: string, name: string | null, internal: boolean): string =>
  `${number || callerWords.hidden} (${internal ? callerWords.internal : name || callerWords.unknown})`
/** Returns the caller's number, to search for or to save; null for a withheld number or a user of the product. */
export function callerIn(content: string): string | null {
  const number = content.split('(')[0]?.trim() ?? ''
  return number === callerWords.hidden || content === callContent(number, null, true) ? null : number
}

/** Reasons of a notification: assigned flame or e-mail, mention, passed date, or an unsent e-mail to a customer. */
export const notificationReasons = ['ASSIGNED', 'MENTIONED', 'OVERDUE', 'NOT_SENT'] as const

/** Outcomes of the matter that leave nothing to do. */
const settledBy = ['DELETED', 'CLOSED', 'ARCHIVED', 'REASSIGNED', 'DONE'] as const

export const Notification = z.object({
  id: Id,
  notificationType: z.enum(notificationTypes),
  /** Text of a comment, name of a contact, current count of due to-dos, or JSON, depending on the type. */
  content: z.string(),
  /**
   * Record of the notification: the record of a comment, the flame or project of a to-do, otherwise the flame, project,
   * encounter or calling contact.
   */
  upstreamRef: Id.nullable(),
  /** Project that the notification belongs to, directly or through a record of it. */
  projectRef: Id.nullable(),
  projectTitle: z.string().nullable(),
  createdUtc: Instant,
  reason: z.enum(notificationReasons).nullable(),
  /** User who caused the notification; null for the product itself. */
  author: z.string().nullable(),
  /** User who looks after the flame or project, where the reader stands in for them. */
  onBehalfOf: z.string().nullable(),
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

/** Ways of being notified besides the list; with none of them a type is silent. */
export const notificationWays = ['popup', 'sound', 'browser'] as const
export type NotificationWay = (typeof notificationWays)[number]
const Ways = z.object({ popup: z.boolean(), sound: z.boolean(), browser: z.boolean() })
export type Ways = z.output<typeof Ways>

/** Period in Swiss time, possibly over midnight, without popups, sounds and browser notifications. */
const QuietHours = z.object({ from: ClockTime, until: ClockTime })

export const NotificationSettings = z.object({
  ways: z.record(z.enum(notificationTypes), Ways),
  quiet: QuietHours.nullable(),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

/** Ways of users who never chose. */
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

/** Unread notifications that are listed at once; older ones follow as these are marked as read. */
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
