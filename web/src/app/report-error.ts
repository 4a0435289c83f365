import i18next, { type TFunction } from 'i18next'
import type { ErrorCode } from '#contract/errors'
import { ApiError } from '../api/client.ts'
import { hasLeft } from '../live/connection.ts'
import { currentUser, setCurrentUser } from '../session/session.ts'
import { dismissTopic, notify } from '../ui/notices/snackbar.ts'

/** Returns the sentence for a failed call (section 8 of the specification). */
export function errorSentence(error: Error, t: TFunction<'shell'>): string {
  if (!(error instanceof ApiError)) return t('error.other', { message: error.message })
  if (error.isSilent) return error.message
  if (error.status === 400) return error.problem.detail || 'No Details'
  if (error.status === 401) return t('error.expired')
  if (error.status === 500) return t('error.server')
  return t('error.other', { message: error.problem.detail ?? error.message })
}

/**
 * Shows a failed call in the snackbar, unless the screen shows it itself. An ended session leads to /login (see
 * Layout). The topic allows the notice to be removed later.
 */
export function report(error: Error, quiet: boolean | readonly ErrorCode[] = false, topic?: string): void {
  const code = error instanceof ApiError ? error.problem.code : undefined
  const expired = error instanceof ApiError && error.status === 401
  // The end of the session is expected when signing out.
  if (expired && (!currentUser() || hasLeft())) return
  if (expired) setCurrentUser(null)
  else if (quiet === true || (Array.isArray(quiet) && quiet.includes(code))) return
  notify(errorSentence(error, i18next.getFixedT(null, 'shell') as TFunction<'shell'>), { severity: 1, topic })
}

const connection = 'connection'

/**
 * Returns the topic for a read without an answer. A lost change has none: it stays lost when other calls are answered.
 */
export const silenceOf = (error: Error) => (error instanceof ApiError && error.isSilent ? connection : undefined)

/** Removes the notice about an unreachable server after an answer. */
export const answered = () => dismissTopic(connection)
