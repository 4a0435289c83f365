import type { Language } from '#contract/limits'
import { allows } from '#contract/permissions'
import { roleApi } from '#contract/users/roles'
import { authApi } from '#contract/users/users'
import { ApiError, call } from '../../api/client.ts'
import { apiQuery } from '../../api/hooks.ts'
import { setLanguage } from '../../i18n/i18n.ts'
import { setCurrentUser } from '../../session/session.ts'
import { dismissAll } from '../../ui/notices/snackbar.ts'
import { queryClient } from '../query-client.ts'

interface Credentials {
  username: string
  password: string
  secondFactor?: string
}

export type Outcome =
  | { done: true }
  | { done: false; step: 'password' | 'secondFactor'; sentence: string | null; failures?: number; retryAfter?: number }

/** Tries to sign in. `language` is the one chosen on the sign-in page; null uses that of the user. */
export async function signIn(credentials: Credentials, language: Language | null): Promise<Outcome> {
  try {
    const user = await call(authApi.signIn, { body: credentials })
    queryClient.clear()
    dismissAll()
    await setLanguage(language ?? user.language)
    setCurrentUser(user)
    const mayReadRoles = allows(roleApi.list.allow, new Set(user.permissions)) && !user.secondFactorMissing
    if (mayReadRoles) void queryClient.prefetchQuery(apiQuery(roleApi.list, {}, { quiet: true }))
    return { done: true }
  } catch (error) {
    setCurrentUser(null)
    if (!(error instanceof ApiError)) throw error
    const { code, detail, failures, retryAfter } = error.problem
    if (code === 'SECOND_FACTOR_REQUIRED') return { done: false, step: 'secondFactor', sentence: null }
    const step = code === 'WRONG_SECOND_FACTOR' ? 'secondFactor' : 'password'
    return { done: false, step, sentence: detail ?? null, failures, retryAfter }
  }
}
