import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EmailSummary } from '#contract/mail/emails'
import { createStore, useStore } from '../../../state/store.ts'

type Mails = readonly EmailSummary[]

/** Of what is done to one message after the other the last is told, with its way back. */
export const inboxTopic = 'inbox'

/** What was taken here, as it is now. */
const taken = createStore<ReadonlyMap<string, EmailSummary>>(new Map())

export const keepInSight = (email: EmailSummary): void => taken.set(new Map(taken.get()).set(email.id, email))
/** What was taken, as it was read again: somebody may have linked it to a contact since. */
export function renewInSight(email: EmailSummary): void {
  const known = taken.get().get(email.id)
  if (known && known.version < email.version) keepInSight(email)
}
export const isInSight = (id: string): boolean => taken.get().has(id)
export const letGo = (id: string): void => taken.set(new Map([...taken.get()].filter(([one]) => one !== id)))

const has = (emails: Mails, id: string) => emails.some((one) => one.id === id)

/** A list in which what was taken from it keeps its place, for as long as the same is asked for. */
export function useTakenInSight(emails: Mails, question: string): Mails {
  const mine = useStore(taken)
  const [kept, setKept] = useState({ question, places: new Map<string, number>() })
  const rows = useMemo(() => {
    if (kept.question !== question || kept.places.size === 0) return emails
    const rows = [...emails]
    for (const [id, at] of [...kept.places].sort(([, one], [, other]) => one - other)) {
      const email = mine.get(id)
      if (email?.state === 'IN_PROGRESS' && !email.deletedAtUtc && !has(emails, id)) rows.splice(at, 0, email)
    }
    return rows
  }, [emails, question, kept, mine])
  const before = useRef({ question, emails, rows })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { question, emails, rows }
    if (last.question !== question) return
    // where they stood between those that were taken before
    const gone = last.emails.flatMap(({ id }): [string, number][] =>
      mine.has(id) && !has(emails, id) ? [[id, last.rows.findIndex((one) => one.id === id)]] : [],
    )
    if (gone.length > 0) {
      setKept((now) => ({ question, places: new Map([...(now.question === question ? now.places : []), ...gone]) }))
    }
  }, [emails, question, mine, rows])
  return rows
}

/** Opens the message after the open one; null where no list stands beside it. */
export const nextInList = createStore<(() => void) | null>(null)
