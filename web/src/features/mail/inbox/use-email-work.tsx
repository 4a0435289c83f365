import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Email, EmailState } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { call } from '../../../api/client.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { notify } from '../../../ui/snackbar.ts'
import { useConflict } from '../../../ui/use-conflict.tsx'
import { useUsers } from '../../users/people/use-users.ts'
import { inboxTopic, keepInSight, letGo, nextInList } from './taken.ts'

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

/**
 * Who works at a message, and whether it is done. `latest` is the message as the last answer has it; `changed` is given
 * each new answer.
 */
export function useEmailWork(email: Email, latest: () => Email, changed: (now: Email) => void) {
  const { t } = useTranslation('emails')
  const { t: ui } = useTranslation('ui')
  const me = useCurrentUser()
  const users = useUsers()
  const { id } = email
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
  const setting = useMutation({
    mutationFn: (wanted: Wanted) => setWork(id, wanted, changed),
    meta: { quiet: ['STALE_VERSION'] },
  })
  const settingBack = useMutation({ mutationFn: (wanted: Wanted) => setWork(id, wanted, changed) })

  /** Errors stand in the snackbar, a conflict in its dialog. Nothing happens where it is done already. */
  async function set(wanted: Work): Promise<Email | undefined> {
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
    const now = await set({ state: 'IN_PROGRESS', assigneeRef: me.id })
    if (now) tell(t('done.taken', { subject }), before, now)
    else if (before.assigneeRef !== me.id) letGo(id)
  }

  const reopen = () => set({ state: 'OPEN', assigneeRef: null })

  async function close() {
    const before = latest()
    const closed = await set({ state: 'CLOSED', assigneeRef: before.assigneeRef })
    if (closed) tell(t('done.closed', { subject }), before, closed)
    return closed !== undefined
  }

  async function closeAndNext() {
    if (await close()) nextInList.get()?.()
  }

  async function assign(userRef: string | null) {
    const wanted: Work = userRef ? { state: 'IN_PROGRESS', assigneeRef: userRef } : { state: 'OPEN', assigneeRef: null }
    const before = latest()
    const now = await set(wanted)
    if (now) tell(userRef ? t('done.assigned', { username: nameOf(userRef) }) : t('done.unassigned'), before, now)
  }

  return { take, reopen, close, closeAndNext, assign, dialog: conflict.dialog }
}
