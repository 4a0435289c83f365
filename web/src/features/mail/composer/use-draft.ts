import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Draft, draftApi } from '#contract/mail/outgoing'
import { ApiError, call } from '../../../api/client.ts'
import { currentUser, useCurrentUser } from '../../../session/session.ts'
import { newId } from '../../../state/new-id.ts'
import { noteWriting } from './interrupted.ts'
import { keepDraft } from './kept-drafts.ts'
import { type Message, messageOf, type Transfer } from './transfer.ts'
import { useDraftFiles } from './use-draft-files.ts'

const saveMs = 12_000

/** Saves a message as a draft on the server: on request, periodically, and before files are uploaded. */
export function useDraft(message: Message, { draft: begun, keptRef: known }: Transfer, isTouched: () => boolean) {
  // remembered, because at the end of a session the composer closes after sign-out
  const [userRef] = useState(useCurrentUser().id)
  const [keptRef] = useState(() => known ?? newId())
  const draft = useRef<Draft | undefined>(begun)
  const saved = useRef(JSON.stringify(begun ? messageOf({ draft: begun }) : message))
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const closed = useRef(false)
  // the editor normalises text, which is not a change by the user
  const dirty = isTouched() && JSON.stringify(message) !== saved.current

  /** Runs saves one at a time, so that two cannot create two drafts. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.current.then(work, work)
    turn.current = mine.catch(() => {})
    return mine
  }

  const keep = () => {
    const { id = null, version = null } = draft.current ?? {}
    keepDraft(message, { draftRef: id, draftVersion: version, userRef, keptRef })
  }

  /** Saves the draft; `force` also without changes, to make it the latest of its subject. Does nothing once closed. */
  const save = (force = false): Promise<Draft | undefined> =>
    inTurn(async () => {
      if (closed.current) return
      const text = JSON.stringify(message)
      if (draft.current && text === saved.current && !force) return draft.current
      keep()
      draft.current = await write(message, draft.current)
      saved.current = text
      keep()
      setSavedAt(new Date().toISOString())
      return draft.current
    })

  const saveQuietly = useEffectEvent(() => {
    if (dirty) save().catch(() => {})
  })
  useEffect(() => {
    const timer = setInterval(() => saveQuietly(), saveMs)
    return () => clearInterval(timer)
  }, [])
  // stores the message in this browser when the session ends or the page crashes
  const mirror = useEffectEvent(() => {
    if (dirty && !closed.current) keep()
  })
  const note = useEffectEvent(() => {
    if (closed.current || !(dirty || draft.current)) return
    noteWriting({ subject: message.subject, keptRef, draftRef: draft.current?.id ?? null, userRef })
  })
  useEffect(() => {
    const onHide = () => {
      mirror()
      note()
    }
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('pagehide', onHide)
      mirror()
      if (!currentUser()) note()
    }
  }, [])

  const files = useDraftFiles(begun?.files ?? [], () => draft.current, save)
  return {
    ...files,
    keptRef,
    savedAt,
    dirty,
    save,
    current: () => draft.current,
    /** Runs `work` without parallel saves; once it succeeds, nothing is saved any more. */
    closeBy: <T>(work: (draft: Draft | undefined) => Promise<T>): Promise<T> =>
      inTurn(async () => {
        const done = await work(draft.current)
        closed.current = true
        return done
      }),
  }
}

/** Saves a draft; if it was changed in another tab, creates a second one instead of overwriting. */
async function write(message: Message, draft: Draft | undefined): Promise<Draft> {
  if (!draft) return call(draftApi.add, { body: message })
  try {
    return await call(draftApi.update, { params: { id: draft.id }, body: { ...message, version: draft.version } })
  } catch (error) {
    const lost = error instanceof ApiError && ['STALE_VERSION', 'NOT_FOUND'].includes(error.problem.code ?? '')
    if (lost) return call(draftApi.add, { body: message })
    throw error
  }
}
