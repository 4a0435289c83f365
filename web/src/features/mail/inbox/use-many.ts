import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailSummary } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { ApiError, call } from '../../../api/client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { setWork, setWorkBack, type Work } from './set-work.ts'
import { inboxTopic, isInSight, keepInSight } from './taken.ts'
import { setLinkBack } from './use-contact-link.tsx'
import { amendLists } from './use-email-list.ts'

/** Changes one message and returns its new state. */
type Change = (email: EmailSummary) => Promise<EmailSummary>
type Back = (now: EmailSummary, before: EmailSummary, onWithout: () => void) => Promise<EmailSummary>
type Said = 'taken' | 'assigned' | 'unassigned' | 'closed' | 'linked' | 'removed' | 'restored'

/** A change needs no reload, because each response updates the list; an undo reloads it for messages that had left. */
const ahead = { ahead: true }

const link = ({ id, version }: EmailSummary, contactRef: string, options = {}) =>
  call(emailApi.linkToContact, { params: { id }, query: { contactRef, version } }, options)
async function remove(email: EmailSummary, options = {}): Promise<EmailSummary> {
  await call(emailApi.remove, { params: { id: email.id }, query: {} }, options)
  return { ...email, deletedAtUtc: new Date().toISOString() }
}
const restore = ({ id }: EmailSummary, options = {}) => call(emailApi.restore, { params: { id } }, options)

const asBefore: Back = (now, before, onWithout) => setWorkBack(now, before, { onWithout })
const ofBefore: Back = (now, before) => setLinkBack(before, now)

const isStale = (error: unknown) => error instanceof ApiError && error.problem.code === 'STALE_VERSION'

/** Changes several messages, notifies the user of the result and offers an undo. */
export function useMany(chosen: readonly EmailSummary[], onDone: () => void) {
  const { t } = useTranslation('emails')
  const { t: ui } = useTranslation('ui')
  const client = useQueryClient()
  const me = useCurrentUser()
  const [working, setWorking] = useState(false)

  /** Changes messages one by one; those that other users have changed meanwhile are skipped. */
  async function each(emails: readonly EmailSummary[], change: Change, said?: Said) {
    const done: { before: EmailSummary; now: EmailSummary }[] = []
    const refusals: unknown[] = []
    for (const before of emails) {
      try {
        const now = await change(before)
        if (said === 'taken' || isInSight(now.id)) keepInSight(now)
        amendLists(client, now)
        done.push({ before, now })
      } catch (error) {
        refusals.push(error)
      }
    }
    return { done, refusals }
  }

  /** Returns messages for errors: the number of conflicts, and every other reason once. */
  function wordsOf(refusals: readonly unknown[]): string[] {
    const count = refusals.filter(isStale).length
    const others = refusals.filter((error) => !isStale(error)).map((error) => String(Object(error).message))
    return [count > 0 ? t('many.failed', { count }) : '', ...new Set(others)]
  }

  async function run(said: Said, change: Change, back: Back) {
    setWorking(true)
    try {
      const { done, refusals } = await each(chosen, change, said)
      const befores = new Map(done.map(({ before }) => [before.id, before]))
      const undo = async () => {
        let count = 0
        const onWithout = () => {
          count += 1
        }
        const takenBack = await each(
          done.map(({ now }) => now),
          (now) => back(now, befores.get(now.id) ?? now, onWithout),
        )
        const words = [count > 0 ? t('many.without', { count }) : '', ...wordsOf(takenBack.refusals)].filter(Boolean)
        if (words.length > 0) notify(words.join(' '), { topic: inboxTopic, severity: 3 })
      }
      const words = [done.length > 0 ? t(`many.${said}`, { count: done.length }) : '', ...wordsOf(refusals)]
      notify(words.filter(Boolean).join(' '), {
        topic: inboxTopic,
        ...(refusals.length > 0 ? { severity: 3 } : {}),
        ...(done.length > 0 ? { action: { label: ui('action.undo'), onClick: () => void undo() } } : {}),
      })
      onDone()
    } finally {
      setWorking(false)
    }
  }

  const set = (said: Said, work: Work) => void run(said, (email) => setWork(email, work, ahead), asBefore)
  return {
    working,
    take: () => set('taken', { state: 'IN_PROGRESS', assigneeRef: me.id }),
    assign: (userRef: string | null) =>
      userRef
        ? set('assigned', { state: 'IN_PROGRESS', assigneeRef: userRef })
        : set('unassigned', { state: 'OPEN', assigneeRef: null }),
    close: () => void run('closed', (email) => setWork(email, { ...email, state: 'CLOSED' }, ahead), asBefore),
    link: (contactRef: string) => void run('linked', (email) => link(email, contactRef, ahead), ofBefore),
    remove: () =>
      void run(
        'removed',
        (email) => remove(email, ahead),
        (now) => restore(now),
      ),
    restore: () =>
      void run(
        'restored',
        (email) => restore(email, ahead),
        (now) => remove(now),
      ),
  }
}
