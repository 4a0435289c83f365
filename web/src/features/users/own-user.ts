import { authApi } from '#contract/users/users'
import { call } from '../../api/client.ts'
import { setCurrentUser } from '../../session/session.ts'

/** After a change of one's own name, picture, roles or second factor. */
export async function refreshCurrentUser(): Promise<void> {
  setCurrentUser(await call(authApi.me, {}))
}
