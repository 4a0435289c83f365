import i18next from 'i18next'
import { authApi, type CurrentUser } from '#contract/users/users'
import { ApiError, call, forgetBegun } from '../api/client.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { currentUser, setCurrentUser } from '../session/session.ts'
import { notify } from '../ui/notices/snackbar.ts'
import { loadTablePreferences } from './table-preferences.ts'

/** Reads the signed-in user and the data that every screen needs. Null when nobody is signed in. */
export async function startSession(): Promise<CurrentUser | null> {
  const known = currentUser()
  const tables = loadTablePreferences()
  const user = await whoIsSignedIn()
  setCurrentUser(user)
  // without a session the early requests of the page were refused
  if (!user) forgetBegun()
  if (user && !user.secondFactorMissing) await tables
  if (known && !user) await say('error.expired')
  return user
}

async function whoIsSignedIn(): Promise<CurrentUser | null> {
  try {
    return await call(authApi.me, {})
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

export const refuseEntry = () => void say('error.noEntry')

async function say(key: 'error.expired' | 'error.noEntry') {
  await loadTexts('shell')
  notify(i18next.t(key, { ns: 'shell' }), { severity: 1 })
}
