import { callerIn, type Notification, type NotificationType } from '#contract/together/notifications'
import { wayTo } from '../../../session/ways.ts'

const calls: readonly NotificationType[] = ['INCOMING_CALL', 'MISSING_CALL']
/** The two lists in the top bar. */
export type ListName = 'calls' | 'notifications'
export const isOn = (list: ListName, { notificationType }: Notification) =>
  // the top bar shows signed-in users separately
  notificationType !== 'CURRENT_LOGINS' && calls.includes(notificationType) === (list === 'calls')

/** Returns the path a notification leads to; null without one or without the permission. */
export function placeOf(notification: Notification): string | null {
  const { notificationType, upstreamRef, projectRef, contactRef, emailRef, blackBoardRef, commentRef, content } =
    notification
  const toFlame = (name: 'flame' | 'flameTodos') =>
    upstreamRef && blackBoardRef && wayTo(name, { id: upstreamRef, taskboardId: blackBoardRef })
  const toProject = () =>
    projectRef && blackBoardRef && wayTo('project', { id: projectRef, taskboardId: blackBoardRef })
  switch (notificationType) {
    case 'COMMENT':
      if (!commentRef) return null
      if (emailRef) return wayTo('emailComment', { emailId: emailRef, commentId: commentRef })
      if (projectRef) return wayTo('projectComment', { id: projectRef, commentId: commentRef })
      return contactRef && wayTo('contactComment', { id: contactRef, commentId: commentRef })
    case 'TASK_REMINDER':
    case 'CHECK_FLAME':
      return toFlame('flame')
    case 'PROJECT_REMINDER':
    case 'CHECK_PROJECT':
      return toProject()
    case 'TODO_FINISHED':
      return projectRef ? toProject() : toFlame('flameTodos')
    case 'COMPLETE_TODO':
      return wayTo('ownToDos')
    case 'INTERESTING_ENCOUNTER':
      return upstreamRef && contactRef && wayTo('contactEncounter', { id: contactRef, encounterId: upstreamRef })
    case 'CONTACT_DUPLICATES':
      return wayTo('duplicateContacts')
    case 'WEBHOOK_OFF':
      return wayTo('webhooks')
    case 'INCOMING_CALL':
    case 'MISSING_CALL': {
      if (contactRef) return wayTo('contact', { id: contactRef })
      const phoneNumber = callerIn(content)
      return phoneNumber && wayTo('newContact', { phoneNumber })
    }
    default:
      return null
  }
}
