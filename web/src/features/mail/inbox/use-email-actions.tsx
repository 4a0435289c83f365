import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { call } from '../../../api/client.ts'
import { kept, remember, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { inboxTopic, isInSight, keepInSight } from './taken.ts'
import { useContactLink } from './use-contact-link.tsx'
import { amendLists } from './use-email-list.ts'
import { useEmailWork } from './use-email-work.tsx'

/** Returns true if a message has left the outbox; otherwise its sending is undone instead. */
export const hasLeft = ({ delivery }: Pick<Email, 'delivery'>) => delivery !== 'WAITING' && delivery !== 'SENDING'

/** Returns the actions on a message, with notices; `onLinked` is called after it was linked here. */
export function useEmailActions(email: Email, onLinked?: () => void) {
  const { t } = useTranslation('emails')
  const { t: ui } = useTranslation('ui')
  const client = useQueryClient()
  const { id } = email
  const inTurn = useOneAfterTheOther()
  const removed = useRef(false)
  const answered = useRef(email)
  /** Returns the message of the latest response, which the screen may not show yet. */
  const latest = () => (answered.current.version > email.version ? answered.current : email)
  const params = { id }
  const subject = email.subject || t('list.noSubject')

  function changed(now: Email): void {
    answered.current = now
    remember(client, emailApi.get, { params }, now)
    if (isInSight(id)) keepInSight(now)
    amendLists(client, now)
  }
  const work = useEmailWork(email, latest, changed)
  const important = useApiMutation(emailApi.toggleImportant, { onAnswer: changed })
  const contact = useContactLink(email, latest, changed, onLinked)
  const remove = useApiMutation(emailApi.remove, {
    onSuccess: () =>
      notify(t('done.removed', { subject }), {
        action: { label: ui('action.undo'), onClick: () => restore.mutate({ params }) },
        topic: inboxTopic,
      }),
  })
  const restore = useApiMutation(emailApi.restore, {
    onAnswer: changed,
    onSuccess: () => {
      removed.current = false
      notify(t('done.restored', { subject }))
    },
  })
  const seen = useMutation({
    mutationFn: (value: boolean) => {
      const input = { params, query: { seen: value ? ('true' as const) : ('false' as const) } }
      return call(emailApi.setSeen, input, { ahead: true, onAnswer: () => showSeen(value) })
    },
    meta: { quiet: true, ahead: true },
    onMutate: showSeen,
    onSuccess: (_done, value) => {
      if (!value) notify(t('done.unread'))
    },
    onError: ({ message }, value) => {
      // a failure to mark the message as read on opening is not reported
      if (!value) notify(message, { severity: 1 })
    },
  })

  /** Shows the read state before the response. */
  function showSeen(value: boolean) {
    const now = { ...(kept(client, emailApi.get, { params }) ?? email), seen: value }
    remember(client, emailApi.get, { params }, now)
    amendLists(client, now)
  }

  return {
    take: () => inTurn(work.take),
    reopen: () => inTurn(work.reopen),
    close: () => inTurn(work.close),
    closeAndNext: () => inTurn(work.closeAndNext),
    assign: (userRef: string | null) => inTurn(() => work.assign(userRef)),
    toggleImportant: () => inTurn(() => important.mutateAsync({ params })),
    setSeen: (value: boolean) => seen.mutate(value),
    link: contact.link,
    release: contact.release,
    remove: () =>
      inTurn(async () => {
        if (!removed.current) await remove.mutateAsync({ params, query: {} })
        removed.current = true
      }),
    restore: () => restore.mutate({ params }),
    dialog: (
      <>
        {work.dialog}
        {contact.dialog}
      </>
    ),
  }
}
export type EmailActions = ReturnType<typeof useEmailActions>

/** Runs actions one after the other, each based on the response of the previous one. */
function useOneAfterTheOther() {
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  return (work: () => Promise<unknown>): void => {
    // the snackbar reports errors
    turn.current = turn.current.then(work).catch(() => {})
  }
}
