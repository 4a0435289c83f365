import type { unsentCodes } from '#contract/calendars/appointment-mail'
import type { PhoneCall } from '#contract/calls/calls'
import { formatPhone } from '#contract/contacts/phone-format'
import { callerWords, duplicatesPrefix, type Notification } from '#contract/together/notifications'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useOwnCalls } from '../../calls/use-own-calls.ts'

/** States in which a call no longer rings. The notice of an ended call is shown for another moment. */
const spoken: readonly PhoneCall['state'][] = ['ANSWERED', 'HELD', 'ENDED']

/** Texts that also exist for stand-ins. */
type OnBehalf = 'assigned' | 'overdue' | 'projectAssigned' | 'projectOverdue' | 'reminder'
type UnsentCode = (typeof unsentCodes)[number]

/** Returns a function for the title and text of a notification. */
export function useWords(): (notification: Notification) => { title: string; text: string } {
  const { t } = useTranslation('notifications')
  const words = Object.entries(callerWords) as [keyof typeof callerWords, string][]
  const said = (part: string) => {
    const [word] = words.find(([, written]) => written === part) ?? []
    return word ? t(`caller.${word}`) : formatPhone(part)
  }
  /** Formats the number and translates the placeholder of an unknown or hidden caller. */
  const callerOf = (content: string) => {
    const at = content.indexOf(' (')
    if (at < 0 || !content.endsWith(')')) return content
    return `${said(content.slice(0, at))} (${said(content.slice(at + 2, -1))})`
  }
  const aboutCall = ({ contactName, content }: Notification) =>
    contactName
      ? { about: contactName, text: said(content.split(' (')[0] ?? content) }
      : { about: callerOf(content), text: '' }
  const { calls } = useOwnCalls()
  const isSpoken = (call: string | null) => calls.some(({ id, state }) => id === call && spoken.includes(state))
  return (notification) => {
    const { notificationType, content, reason, author, onBehalfOf, callRef } = notification
    const { contactName, projectTitle, emailSubject } = notification
    const about = contactName ?? projectTitle ?? emailSubject ?? ''
    /** Says whom the reader stands in for. */
    const title = (key: OnBehalf, of: string) =>
      onBehalfOf ? t(`said.${key}For`, { name: onBehalfOf, about: of }) : t(`said.${key}`, { about: of })
    const name = author ?? t('somebody')
    switch (notificationType) {
      case 'COMMENT':
        return {
          title: t(reason === 'MENTIONED' ? 'said.mentioned' : 'said.commented', { name, about }),
          text: content,
        }
      case 'CHECK_FLAME':
        return { title: title(reason === 'OVERDUE' ? 'overdue' : 'assigned', contactName ?? content), text: '' }
      case 'CHECK_PROJECT':
        return {
          title: title(reason === 'OVERDUE' ? 'projectOverdue' : 'projectAssigned', projectTitle ?? content),
          text: '',
        }
      case 'PROJECT_REMINDER':
        return { title: title('reminder', projectTitle ?? content), text: '' }
      case 'TASK_REMINDER':
        return { title: title('reminder', contactName ?? content), text: '' }
      case 'TODO_FINISHED':
        return { title: t('said.todoFinished', { content }), text: about }
      case 'COMPLETE_TODO':
        return { title: t('said.todosDue', { count: Number(content) }), text: '' }
      case 'INTERESTING_ENCOUNTER':
        if (reason === 'NOT_SENT') {
          return { title: t('said.notSent', { about }), text: t(`unsent.${content as UnsentCode}`) }
        }
        return { title: t('said.encounter', { about }), text: content }
      case 'CONTACT_DUPLICATES':
        return { title: t('said.duplicates', { number: content.replace(duplicatesPrefix, '') }), text: '' }
      case 'CURRENT_LOGINS':
        return { title: t('said.logins'), text: namesIn(content) }
      case 'WEBHOOK_OFF':
        return { title: t('said.webhookOff', { content }), text: t('said.webhookOffText') }
      case 'INCOMING_CALL':
      case 'MISSING_CALL': {
        const { about: caller, text } = aboutCall(notification)
        const missed = notificationType === 'MISSING_CALL'
        return {
          title: t(missed ? 'said.missed' : isSpoken(callRef) ? 'said.speaking' : 'said.call', { about: caller }),
          text,
        }
      }
      default:
        return { title: content, text: '' }
    }
  }
}

/** Returns the names of the users in the content of CURRENT_LOGINS. */
const namesIn = (content: string): string =>
  (JSON.parse(content) as { username: string }[]).map(({ username }) => username).join(', ')
