import { authApi } from '#contract/users/users'
import { ApiError, call } from '../api/client.ts'
import { currentUser, setCurrentUser } from '../session/session.ts'

let asking = false

/** Of somebody whose rights were changed while they work: what was refused is offered no longer. */
export async function followRights(error: Error): Promise<void> {
  const before = currentUser()
  if (asking || !before || !(error instanceof ApiError) || error.problem.code !== 'FORBIDDEN') return
  asking = true
  try {
    const now = await call(authApi.me, {})
    const isOther = String(now.permissions) !== String(before.permissions) || String(now.roles) !== String(before.roles)
    if (isOther && currentUser()?.id === now.id) setCurrentUser(now)
  } catch {
    // the next refusal asks again
  } finally {
    asking = false
  }
}
