import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EmailSummary } from '#contract/mail/emails'
import { createStore, useStore } from '../../../state/store.ts'

type Mails = readonly EmailSummary[]

/** Topic of notices about a message, so that the last one with its undo replaces earlier ones. */
export const inboxTopic = 'inbox'

/** Messages taken by the user, in their latest state. */
const taken = createStore<ReadonlyMap<string, EmailSummary>>(new Map())

export const keepInSight = (email: EmailSummary): void => taken.set(new Map(taken.get()).set(email.id, email))
/** Updates a taken message that was reloaded, for example after it was linked. */
export function renewInSight(email: EmailSummary): void {
  const known = taken.get().get(email.id)
  if (known && known.version < email.version) keepInSight(email)
}
export const isInSight = (id: string): boolean => taken.get().has(id)
export const letGo = (id: string): void => taken.set(new Map([...taken.get()].filter(([one]) => one !== id)))

const has = (emails: Mails, id: string) => emails.some((one) => one.id === id)

/** Returns the list with taken messages kept in place while the query stays the same. */
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
    // positions relative to previously taken messages
    const gone = last.emails.flatMap(({ id }): [string, number][] =>
      mine.has(id) && !has(emails, id) ? [[id, last.rows.findIndex((one) => one.id === id)]] : [],
    )
    if (gone.length > 0) {
      setKept((now) => ({ question, places: new Map([...(now.question === question ? now.places : []), ...gone]) }))
    }
  }, [emails, question, mine, rows])
  return rows
}

/** Opens the next message; null without a list beside it. */
export const nextInList = createStore<(() => void) | null>(null)
