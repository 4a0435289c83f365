import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmailSummary } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { call } from '../../../api/client.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { notify } from '../../../ui/snackbar.ts'
import { setWork } from './set-work.ts'
import { inboxTopic, isInSight, keepInSight } from './taken.ts'
import { amendLists } from './use-email-list.ts'

/** What is done to one of them; answers the message as it is now. */
type Work = (email: EmailSummary) => Promise<EmailSummary>
type Said = 'taken' | 'assigned' | 'unassigned' | 'closed' | 'linked' | 'removed'

/** Done, the list shows each answer by itself; taken back, it is read again for those that had left it. */
const worksWith = (options: { ahead?: boolean }) => ({
  take: (userId: string): Work => {
    return ({ id, version }) => call(emailApi.setInProgress, { params: { id }, query: { userId, version } }, options)
  },
  open: ({ id, version }: EmailSummary) => call(emailApi.setToOpen, { params: { id }, query: { version } }, options),
  close: ({ id, version }: EmailSummary) => call(emailApi.setToClose, { params: { id }, query: { version } }, options),
  link: (contactRef: string): Work => {
    return ({ id, version }) =>
      call(emailApi.linkToContact, { params: { id }, query: { contactRef, version } }, options)
  },
  release: ({ id, version }: EmailSummary) =>
    call(emailApi.releaseContact, { params: { id }, query: { version } }, options),
  remove: async (email: EmailSummary) => {
    await call(emailApi.remove, { params: { id: email.id }, query: {} }, options)
    return { ...email, deletedAtUtc: new Date().toISOString() }
  },
  restore: ({ id }: EmailSummary) => call(emailApi.restore, { params: { id } }, options),
})
const works = worksWith({ ahead: true })
const back = worksWith({})

/** Does the same with several messages, tells what became of them, and can take it back. */
export function useMany(chosen: readonly EmailSummary[], onDone: () => void) {
  const { t } = useTranslation('emails')
  const { t: ui } = useTranslation('ui')
  const client = useQueryClient()
  const me = useCurrentUser()
  const [working, setWorking] = useState(false)

  /** One after the other; what somebody else changed meanwhile is left as they have it. */
  async function each(emails: readonly EmailSummary[], workOf: (email: EmailSummary) => Work, said?: Said) {
    const done: { before: EmailSummary; now: EmailSummary }[] = []
    for (const before of emails) {
      try {
        const now = await workOf(before)(before)
        if (said === 'taken' || isInSight(now.id)) keepInSight(now)
        amendLists(client, now)
        done.push({ before, now })
      } catch {
        // counted below
      }
    }
    return done
  }

  async function run(said: Said, work: Work, backTo: (before: EmailSummary) => Work) {
    setWorking(true)
    try {
      const done = await each(chosen, () => work, said)
      const backOf = new Map(done.map(({ before, now }) => [now.id, backTo(before)]))
      const undo = async () => {
        const takenBack = await each(
          done.map(({ now }) => now),
          ({ id }) => backOf.get(id) ?? work,
        )
        const left = done.length - takenBack.length
        if (left > 0) notify(t('many.failed', { count: left }), { topic: inboxTopic, severity: 3 })
      }
      const failed = chosen.length - done.length
      const words = [
        done.length > 0 ? t(`many.${said}`, { count: done.length }) : '',
        failed > 0 ? t('many.failed', { count: failed }) : '',
      ]
      notify(words.filter(Boolean).join(' '), {
        topic: inboxTopic,
        ...(failed > 0 ? { severity: 3 } : {}),
        ...(done.length > 0 ? { action: { label: ui('action.undo'), onClick: () => void undo() } } : {}),
      })
      onDone()
    } finally {
      setWorking(false)
    }
  }

  const asBefore =
    ({ state, assigneeRef }: EmailSummary): Work =>
    (now) =>
      setWork(now, { state, assigneeRef })
  return {
    working,
    take: () => void run('taken', works.take(me.id), asBefore),
    assign: (userRef: string | null) =>
      void (userRef ? run('assigned', works.take(userRef), asBefore) : run('unassigned', works.open, asBefore)),
    close: () => void run('closed', works.close, asBefore),
    link: (contactRef: string) =>
      void run('linked', works.link(contactRef), (before) =>
        before.contactRef ? back.link(before.contactRef) : back.release,
      ),
    remove: () => void run('removed', works.remove, () => back.restore),
  }
}
