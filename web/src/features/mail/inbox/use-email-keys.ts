import type { Email } from '#contract/mail/emails'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import { useReply } from '../composer/use-reply.ts'
import { type EmailActions, hasLeft } from './use-email-actions.tsx'
import { usePlainKeys } from './use-plain-keys.ts'

export type DialogName = 'assign' | 'link' | 'flame' | 'file' | 'source'

interface Keys {
  email: Email
  actions: EmailActions
  readOnly: boolean
  onDialog: (name: DialogName) => void
  onContact: (() => void) | undefined
}

/** Registers the shortcuts for the open message. */
export function useEmailKeys({ email, actions, readOnly, onDialog, onContact }: Keys): void {
  const { t } = useTranslation('emails')
  const may = useMay()
  const { reply, replyAll, forward } = useReply()
  const writes = may('EMAIL_CREATE')
  const changes = !readOnly
  const incoming = changes && email.direction === 'INCOMING'
  const press = useShortcuts(t('shortcuts.title'), [
    onContact !== undefined && { keys: ['P'], label: t('shortcuts.contact'), run: onContact },
    writes && { keys: ['R'], label: t('shortcuts.reply'), run: () => reply(email) },
    writes && { keys: ['Shift+R'], label: t('shortcuts.replyAll'), run: () => replyAll(email) },
    writes && { keys: ['F'], label: t('shortcuts.forward'), run: () => forward(email) },
    incoming && { keys: ['T'], label: t('shortcuts.take'), run: () => actions.take() },
    incoming && { keys: ['A'], label: t('shortcuts.assign'), run: () => onDialog('assign') },
    incoming && {
      keys: ['E'],
      label: t('shortcuts.close'),
      run: () => (email.state === 'CLOSED' ? actions.reopen() : actions.close()),
    },
    incoming &&
      email.state !== 'CLOSED' && { keys: ['Shift+E'], label: t('shortcuts.closeAndNext'), run: actions.closeAndNext },
    changes && { keys: ['I'], label: t('shortcuts.important'), run: () => actions.toggleImportant() },
    changes && { keys: ['U'], label: t('shortcuts.unread'), run: () => actions.setSeen(false) },
    changes &&
      may('EMAIL_DELETE') &&
      hasLeft(email) && { keys: ['Delete'], label: t('shortcuts.remove'), run: () => actions.remove() },
  ])
  usePlainKeys((event) => void press(event))
}
