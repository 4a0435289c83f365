import { useMutation } from '@tanstack/react-query'
import type { Email } from '#contract/mail/emails'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { useConflict } from '../../../ui/conflicts/use-conflict.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { setWork, setWorkBack, type Work } from './set-work.ts'
import { inboxTopic, keepInSight, letGo, nextInList } from './taken.ts'

interface Wanted {
  readonly work: Work
  readonly from: Email
}

/** Changes assignee and state of a message. `latest` returns, and `changed` receives, the message of each response. */
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
      { name: 'state', label: t('conflict.state'), show: (state) => t(`state.${state as Work['state']}`) },
      { name: 'assigneeRef', label: t('conflict.assigneeRef'), show: nameOf },
    ],
    valuesOf: ({ state, assigneeRef }) => ({ state, assigneeRef }),
  })
  const setting = useMutation({
    mutationFn: ({ work, from }: Wanted) => setWork(from, work, { onAnswer: changed }),
    meta: { quiet: ['STALE_VERSION'] },
  })
  const settingBack = useMutation({
    mutationFn: ({ work, from }: Wanted) =>
      setWorkBack(from, work, {
        onAnswer: changed,
        onWithout: () =>
          notify(t('done.without', { username: nameOf(work.assigneeRef) }), { topic: inboxTopic, severity: 3 }),
      }),
  })

  /** Saves a change; errors are shown in the snackbar, conflicts in a dialog. Does nothing without a difference. */
  async function set(wanted: Work): Promise<Email | undefined> {
    const from = latest()
    if (from.state === wanted.state && from.assigneeRef === wanted.assigneeRef) return undefined
    try {
      return await conflict.save(wanted, from, (values, _version, now) =>
        setting.mutateAsync({ work: values, from: now }),
      )
    } catch {
      return undefined
    }
  }

  /** Notifies the user of a change with an undo; later notices replace earlier ones. */
  function tell(words: string, before: Work, now: Email): void {
    const undo = () => settingBack.mutate({ work: before, from: now })
    notify(words, { action: { label: ui('action.undo'), onClick: undo }, topic: inboxTopic })
  }

  async function take() {
    const before = latest()
    keepInSight(before)
    const now = await set({ state: 'IN_PROGRESS', assigneeRef: me.id })
    if (now) tell(t('done.taken', { subject }), before, now)
    else if (before.assigneeRef !== me.id) letGo(id)
  }

  async function reopen() {
    const before = latest()
    const now = await set({ state: 'OPEN', assigneeRef: null })
    if (now) tell(t('done.reopened', { subject }), before, now)
  }

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
