import type { Email } from '#contract/mail/emails'
import { useMay } from '../../../session/session.ts'
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

/** One key for what is done all day. */
export function useEmailKeys({ email, actions, readOnly, onDialog, onContact }: Keys): void {
  const may = useMay()
  const { reply, replyAll, forward } = useReply()
  const writing: Record<string, () => void> = {
    r: () => reply(email),
    'shift+r': () => replyAll(email),
    f: () => forward(email),
  }
  const incoming: Record<string, () => void> = {
    e: email.state === 'CLOSED' ? actions.reopen : actions.close,
    t: actions.take,
    a: () => onDialog('assign'),
  }
  const changing: Record<string, () => void> = {
    ...(email.direction === 'INCOMING' ? incoming : {}),
    i: actions.toggleImportant,
    u: () => actions.setSeen(false),
  }
  usePlainKeys((event) => {
    const key = event.shiftKey ? `shift+${event.key.toLowerCase()}` : event.key
    const action =
      (key === 'p' ? onContact : undefined) ??
      (may('EMAIL_CREATE') ? writing[key] : undefined) ??
      (readOnly ? undefined : changing[event.key]) ??
      (event.key === 'Delete' && may('EMAIL_DELETE') && hasLeft(email) && !readOnly ? actions.remove : undefined)
    if (!action) return
    event.preventDefault()
    action()
  })
}
