import i18next, { type TFunction } from 'i18next'
import type { ErrorCode } from '#contract/errors'
import { ApiError } from '../api/client.ts'
import { hasLeft } from '../live/connection.ts'
import { currentUser, setCurrentUser } from '../session/session.ts'
import { dismissTopic, notify } from '../ui/notices/snackbar.ts'

/** The sentence of section 8 for a failed call. */
export function errorSentence(error: Error, t: TFunction<'shell'>): string {
  if (!(error instanceof ApiError)) return t('error.other', { message: error.message })
  if (error.isSilent) return error.message
  if (error.status === 400) return error.problem.detail || 'No Details'
  if (error.status === 401) return t('error.expired')
  if (error.status === 500) return t('error.server')
  return t('error.other', { message: error.problem.detail ?? error.message })
}

/**
 * Tells a failed call in the snackbar, unless the screen shows it itself; the end of the session ends at /login (see Layout). The
 * topic takes it away again.
 */
export function report(error: Error, quiet: boolean | readonly ErrorCode[] = false, topic?: string): void {
  const code = error instanceof ApiError ? error.problem.code : undefined
  const expired = error instanceof ApiError && error.status === 401
  // Of who signs out, that the session has ended is no news.
  if (expired && (!currentUser() || hasLeft())) return
  if (expired) setCurrentUser(null)
  else if (quiet === true || (Array.isArray(quiet) && quiet.includes(code))) return
  notify(errorSentence(error, i18next.getFixedT(null, 'shell') as TFunction<'shell'>), { severity: 1, topic })
}

const connection = 'connection'

/** The topic of a read that nobody answered. A change that got lost has none of that kind: it is still lost when something else is answered. */
export const silenceOf = (error: Error) => (error instanceof ApiError && error.isSilent ? connection : undefined)

/** The server answers again: that it did not is no longer said. */
export const answered = () => dismissTopic(connection)
