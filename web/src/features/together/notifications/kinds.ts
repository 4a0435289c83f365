import { mayEnter, pathTo, screens } from '#contract/routes'
import { callerIn, type Notification, type NotificationType } from '#contract/together/notifications'
import { currentUser } from '../../../session/session.ts'

const calls: readonly NotificationType[] = ['INCOMING_CALL', 'MISSING_CALL']
/** They say how something stands, which the bar shows itself. */
const silent: readonly NotificationType[] = ['CURRENT_LOGINS', 'COMPLETE_TODO']

/** The two lists of the bar. */
export type ListName = 'calls' | 'notifications'
export const isOn = (list: ListName, { notificationType }: Notification) =>
  !silent.includes(notificationType) && calls.includes(notificationType) === (list === 'calls')

/** Where it leads: to the very place that it is about; null where there is none. */
export function placeOf(notification: Notification): string | null {
  const { notificationType, upstreamRef, projectRef, contactRef, emailRef, blackBoardRef, commentRef, content } =
    notification
  switch (notificationType) {
    case 'COMMENT':
      if (!commentRef) return null
      if (emailRef) return pathTo('emailComment', { emailId: emailRef, commentId: commentRef })
      if (projectRef) return pathTo('projectComment', { id: projectRef, commentId: commentRef })
      return contactRef && pathTo('contactComment', { id: contactRef, commentId: commentRef })
    case 'TASK_REMINDER':
    case 'CHECK_FLAME':
      return upstreamRef && blackBoardRef && pathTo('flame', { id: upstreamRef, taskboardId: blackBoardRef })
    case 'PROJECT_REMINDER':
    case 'CHECK_PROJECT':
      return projectRef && blackBoardRef && pathTo('project', { id: projectRef, taskboardId: blackBoardRef })
    case 'TODO_FINISHED':
      if (projectRef) return blackBoardRef && pathTo('project', { id: projectRef, taskboardId: blackBoardRef })
      return upstreamRef && blackBoardRef && pathTo('flameTodos', { id: upstreamRef, taskboardId: blackBoardRef })
    case 'INTERESTING_ENCOUNTER':
      return upstreamRef && contactRef && pathTo('contactEncounter', { id: contactRef, encounterId: upstreamRef })
    case 'CONTACT_DUPLICATES':
      return pathTo('duplicateContacts')
    case 'WEBHOOK_OFF':
      return pathTo('webhooks')
    case 'INCOMING_CALL':
    case 'MISSING_CALL': {
      if (contactRef) return pathTo('contact', { id: contactRef })
      const phoneNumber = callerIn(content)
      return phoneNumber && mayEnter(screens.newContact, currentUser()) ? pathTo('newContact', { phoneNumber }) : null
    }
    default:
      return null
  }
}
