import { authApi } from '#contract/users/users'
import { call } from '../../api/client.ts'
import { setCurrentUser } from '../../session/session.ts'

/** Reloads the signed-in user after a change of name, picture, roles or second factor. */
export async function refreshCurrentUser(): Promise<void> {
  setCurrentUser(await call(authApi.me, {}))
}
