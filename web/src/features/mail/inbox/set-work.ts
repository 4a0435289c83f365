import type { Email, EmailState } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { call } from '../../../api/client.ts'

/** How far a message is, and whose it is. */
export interface Work {
  readonly state: EmailState
  readonly assigneeRef: string | null
}

interface From {
  readonly id: string
  readonly version: number
  readonly assigneeRef: string | null
}

interface Options {
  ahead?: boolean
  onAnswer?: (now: Email) => unknown
}

/** Makes the call that brings a message into this state; the server refuses it when somebody else was faster. */
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
