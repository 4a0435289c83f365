import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Email, EmailState } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { call } from '../../../api/client.ts'
import { kept, remember, useApiMutation } from '../../../api/hooks.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { notify } from '../../../ui/snackbar.ts'
import { useConflict } from '../../../ui/use-conflict.tsx'
import { useUsers } from '../../users/people/use-users.ts'
import { inboxTopic, isInSight, keepInSight, letGo, nextInList } from './taken.ts'
import { useContactLink } from './use-contact-link.tsx'
import { amendLists } from './use-email-list.ts'

interface Work {
  readonly state: EmailState
  readonly assigneeRef: string | null
}

interface Wanted {
  readonly work: Work
  readonly version: number
}

/** Makes the call that brings a message into this state; the server refuses it when somebody else was faster. */
function setWork(id: string, { work: { state, assigneeRef }, version }: Wanted, onAnswer: (now: Email) => void) {
  const params = { id }
  if (state === 'OPEN') return call(emailApi.setToOpen, { params, query: { version } }, { onAnswer })
  if (state === 'CLOSED') return call(emailApi.setToClose, { params, query: { version } }, { onAnswer })
  const userId = assigneeRef ?? undefined
  return call(emailApi.setInProgress, { params, query: { version, ...(userId ? { userId } : {}) } }, { onAnswer })
}

/** What waits in the outbox is taken back there, not deleted. */
export const hasLeft = ({ delivery }: Pick<Email, 'delivery'>) => delivery !== 'WAITING' && delivery !== 'SENDING'

/** What may be done with a message, and what is said once it is done. */
export function useEmailActions(email: Email) {
  const { t } = useTranslation('emails')
  const { t: ui } = useTranslation('ui')
  const client = useQueryClient()
  const me = useCurrentUser()
  const users = useUsers()
  const { id } = email
  const inTurn = useTurns()
  const removed = useRef(false)
  const answered = useRef(email)
  /** The message as the last answer has it, which the screen may not show yet. */
  const latest = () => (answered.current.version > email.version ? answered.current : email)
  const params = { id }
  const subject = email.subject || t('list.noSubject')
  const nameOf = (userRef: unknown) =>
    users.get(typeof userRef === 'string' ? userRef : '')?.username ?? t('message.nobody')
  const conflict = useConflict<Work, Email>({
    name: subject,
    fields: [
      { name: 'state', label: t('conflict.state'), show: (state) => t(`state.${state as EmailState}`) },
      { name: 'assigneeRef', label: t('conflict.assigneeRef'), show: nameOf },
    ],
    valuesOf: ({ state, assigneeRef }) => ({ state, assigneeRef }),
  })

  function changed(now: Email): void {
    answered.current = now
    remember(client, emailApi.get, { params }, now)
    if (isInSight(id)) keepInSight(now)
    amendLists(client, now)
  }
  const setting = useMutation({
    mutationFn: (wanted: Wanted) => setWork(id, wanted, changed),
    meta: { quiet: ['STALE_VERSION'] },
  })
  const settingBack = useMutation({ mutationFn: (wanted: Wanted) => setWork(id, wanted, changed) })
  const important = useApiMutation(emailApi.toggleImportant, { onAnswer: changed })
  const contact = useContactLink(email, latest, changed)
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
      // that it could not be marked as read when it was opened is nothing to tell
      if (!value) notify(message, { severity: 1 })
    },
  })

  /** Errors stand in the snackbar, a conflict in its dialog. Nothing happens where it is done already. */
  async function work(wanted: Work): Promise<Email | undefined> {
    const from = latest()
    if (from.state === wanted.state && from.assigneeRef === wanted.assigneeRef) return undefined
    try {
      return await conflict.save(wanted, from, (values, version) => setting.mutateAsync({ work: values, version }))
    } catch {
      return undefined
    }
  }

  /** Tells that it is done, with a way back to how it was before; of several the last is told. */
  function tell(words: string, before: Work, { version }: Email): void {
    const undo = () => settingBack.mutate({ work: before, version })
    notify(words, { action: { label: ui('action.undo'), onClick: undo }, topic: inboxTopic })
  }

  async function take() {
    const before = latest()
    keepInSight(before)
    const now = await work({ state: 'IN_PROGRESS', assigneeRef: me.id })
    if (now) tell(t('done.taken', { subject }), before, now)
    else if (before.assigneeRef !== me.id) letGo(id)
  }

  async function close() {
    const before = latest()
    const closed = await work({ state: 'CLOSED', assigneeRef: before.assigneeRef })
    if (closed) tell(t('done.closed', { subject }), before, closed)
    return closed !== undefined
  }

  async function closeAndNext() {
    if (await close()) nextInList.get()?.()
  }

  async function assign(userRef: string | null) {
    const wanted: Work = userRef ? { state: 'IN_PROGRESS', assigneeRef: userRef } : { state: 'OPEN', assigneeRef: null }
    const before = latest()
    const now = await work(wanted)
    if (now) tell(userRef ? t('done.assigned', { username: nameOf(userRef) }) : t('done.unassigned'), before, now)
  }

  /** Ahead of the server's answer. */
  function showSeen(value: boolean) {
    const now = { ...(kept(client, emailApi.get, { params }) ?? email), seen: value }
    remember(client, emailApi.get, { params }, now)
    amendLists(client, now)
  }

  return {
    take: () => inTurn(take),
    reopen: () => inTurn(() => work({ state: 'OPEN', assigneeRef: null })),
    close: () => inTurn(close),
    closeAndNext: () => inTurn(closeAndNext),
    assign: (userRef: string | null) => inTurn(() => assign(userRef)),
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
        {conflict.dialog}
        {contact.dialog}
      </>
    ),
  }
}
export type EmailActions = ReturnType<typeof useEmailActions>

/** What is pressed fast is done one after the other, each upon the answer to the one before. */
function useTurns() {
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  return (work: () => Promise<unknown>): void => {
    // the snackbar tells what fails
    turn.current = turn.current.then(work).catch(() => {})
  }
}
