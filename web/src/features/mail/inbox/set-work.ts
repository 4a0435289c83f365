import type { Email, EmailState } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { ApiError, call } from '../../../api/client.ts'

/** How far a message is, and whose it is. */
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

/**
 * Makes the call that brings a message into this state, or the two that close it with somebody else; the server refuses them when
 * somebody else was faster.
 */
export async function setWork(from: From, { state, assigneeRef }: Work, options: Options = {}): Promise<Email> {
  const { id, version } = from
  const params = { id }
  if (state === 'OPEN') return call(emailApi.setToOpen, { params, query: { version } }, options)
  if (state === 'IN_PROGRESS') {
    const userId = assigneeRef ?? undefined
    return call(emailApi.setInProgress, { params, query: { version, ...(userId ? { userId } : {}) } }, options)
  }
  // closing leaves it with whoever has it
  const theirs =
    from.assigneeRef === assigneeRef
      ? from
      : await setWork(from, { state: assigneeRef ? 'IN_PROGRESS' : 'OPEN', assigneeRef })
  return call(emailApi.setToClose, { params, query: { version: theirs.version } }, options)
}

interface BackOptions extends Options {
  /** Told when it was brought back without whoever had it, who can be given no mail any more. */
  onWithout: () => void
}

/** Takes back what was done, also where whoever had it can be given no mail any more: then it is nobody's, or closed as it is. */
export const setWorkBack = (from: From, before: Work, options: BackOptions): Promise<Email> =>
  takeBack(
    from,
    ({ state, assigneeRef }) => state === from.state && assigneeRef === from.assigneeRef,
    (now) => workBack(now, before, options),
  )

/** Whatever else others changed of a message meanwhile, such as its star, only what is taken back stands in the way. */
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
