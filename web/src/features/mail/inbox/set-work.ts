import type { Email, EmailState } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { ApiError, call } from '../../../api/client.ts'

/** State and assignee of a message. */
export interface Work {
  readonly state: EmailState
  readonly assigneeRef: string | null
}

interface From extends Work {
  readonly id: string
  readonly version: number
}

interface Options {
  ahead?: boolean
  onAnswer?: (now: Email) => unknown
}

/** Sets state and assignee of a message; closing for another assignee takes two calls. Fails on a conflict. */
export async function setWork(from: From, { state, assigneeRef }: Work, options: Options = {}): Promise<Email> {
  const { id, version } = from
  const params = { id }
  if (state === 'OPEN') return call(emailApi.setToOpen, { params, query: { version } }, options)
  if (state === 'IN_PROGRESS') {
    const userId = assigneeRef ?? undefined
    return call(emailApi.setInProgress, { params, query: { version, ...(userId ? { userId } : {}) } }, options)
  }
  // closing keeps the assignee
  const theirs =
    from.assigneeRef === assigneeRef
      ? from
      : await setWork(from, { state: assigneeRef ? 'IN_PROGRESS' : 'OPEN', assigneeRef })
  return call(emailApi.setToClose, { params, query: { version: theirs.version } }, options)
}

interface BackOptions extends Options {
  /** Called if the message was restored without its assignee, who can no longer receive mail. */
  onWithout: () => void
}

/** Undoes a change. If the previous assignee can no longer receive mail, the message stays unassigned, or closed. */
export const setWorkBack = (from: From, before: Work, options: BackOptions): Promise<Email> =>
  takeBack(
    from,
    ({ state, assigneeRef }) => state === from.state && assigneeRef === from.assigneeRef,
    (now) => workBack(now, before, options),
  )

/** Retries an undo on a newer version if the undone part is unchanged, whatever else others changed. */
export async function takeBack<Now extends { version: number }>(
  now: Now,
  isAsLeft: (current: Email) => boolean,
  back: (now: Now | Email) => Promise<Email>,
): Promise<Email> {
  try {
    return await back(now)
  } catch (error) {
    const stale = error instanceof ApiError && error.problem.code === 'STALE_VERSION' && error.problem.current
    if (!stale || !isAsLeft(stale as Email)) throw error
    return takeBack<Now | Email>(stale as Email, isAsLeft, back)
  }
}

async function workBack(from: From, before: Work, { onWithout, ...options }: BackOptions): Promise<Email> {
  try {
    return await setWork(from, before, options)
  } catch (error) {
    const isRefused = error instanceof ApiError && error.problem.code === 'VALIDATION'
    if (!isRefused || !before.assigneeRef) throw error
    const { assigneeRef } = from
    const without: Work =
      before.state === 'CLOSED' ? { state: 'CLOSED', assigneeRef } : { state: 'OPEN', assigneeRef: null }
    const now = await setWork(from, without, options)
    onWithout()
    return now
  }
}
