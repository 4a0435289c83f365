import type { Email } from '@glut/contract/emails'
import { useEffect, useEffectEvent } from 'react'
import { useMay } from '../../session/session.ts'
import { useReply } from './composer/use-reply.ts'
import type { EmailActions } from './use-email-actions.tsx'
import { isPlainKey } from './use-list-keys.ts'

export type DialogName = 'assign' | 'link' | 'flame' | 'file' | 'source'

interface Keys {
  email: Email
  actions: EmailActions
  readOnly: boolean
  onDialog: (name: DialogName) => void
}

/** One key for what is done all day. */
export function useEmailKeys({ email, actions, readOnly, onDialog }: Keys): void {
  const may = useMay()
  const { reply, replyAll, forward } = useReply()
  const writing: Record<string, () => void> = {
    r: () => reply(email),
    'shift+r': () => replyAll(email),
    f: () => forward(email),
  }
  const changing: Record<string, () => void> = {
    e: email.state === 'CLOSED' ? actions.reopen : actions.close,
    t: actions.take,
    a: () => onDialog('assign'),
    i: actions.toggleImportant,
    u: () => actions.setSeen(false),
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPlainKey(event)) return
    const key = event.shiftKey ? `shift+${event.key.toLowerCase()}` : event.key
    const action =
      (may('EMAIL_CREATE') ? writing[key] : undefined) ??
      (readOnly ? undefined : changing[event.key]) ??
      (event.key === 'Delete' && may('EMAIL_DELETE') && !readOnly ? actions.remove : undefined)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
