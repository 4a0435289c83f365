import type { QueryClient } from '@tanstack/react-query'
import type { Subject } from '#contract/live'
import { authApi } from '#contract/users/users'
import { ApiError, call } from '../api/client.ts'
import { refreshAll } from '../api/told.ts'
import { currentUser, setCurrentUser } from '../session/session.ts'

let asking: Promise<boolean> | undefined
let isDue = false

/**
 * Of somebody whose rights are changed while they work: what is refused now is offered no longer, and what is allowed now is.
 * Answers whether they are others.
 */
function followRights(): Promise<boolean> {
  isDue = true
  asking ??= askWhileDue().finally(() => {
    asking = undefined
  })
  return asking
}

/** Where nobody has told it. */
export function followRefusal(error: Error): void {
  if (error instanceof ApiError && error.problem.code === 'FORBIDDEN') void followRights()
}

async function askWhileDue(): Promise<boolean> {
  let areOthers = false
  while (isDue) {
    isDue = false
    areOthers = (await ask()) || areOthers
  }
  return areOthers
}

async function ask(): Promise<boolean> {
  if (!currentUser()) return false
  try {
    const now = await call(authApi.me, {})
    const before = currentUser()
    if (before?.id !== now.id) return false
    const areOthers =
      String(now.permissions) !== String(before.permissions) || String(now.roles) !== String(before.roles)
    if (areOthers) setCurrentUser(now)
    return areOthers
  } catch {
    // the next refusal asks again
    return false
  }
}

/** What was refused, or left out of an answer, is asked for again with other rights. */
export async function refreshRights(client: QueryClient): Promise<void> {
  if (await followRights()) await refreshAll(client)
}

/** Whoever changed it, in whichever tab. */
export function followRightsTold(client: QueryClient, told: readonly Subject[]): void {
  if (told.some(isOfRights)) void refreshRights(client)
}

/** Of a role it is not known who has it. */
const isOfRights = (told: Subject) =>
  told.kind === 'role' || (told.kind === 'user' && (told.user === undefined || told.user === currentUser()?.id))
