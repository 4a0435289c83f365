import type { QueryClient } from '@tanstack/react-query'
import { channel, type Subject } from '#contract/live'
import { authApi } from '#contract/users/users'
import { ApiError, call } from '../api/client.ts'
import { refreshAll } from '../api/told.ts'
import { currentUser, setCurrentUser } from '../session/session.ts'

/** Result of reading the permissions: changed, unchanged, or unread because the server is unreachable. */
type Read = 'others' | 'same' | 'unread'

let asking: Promise<Read> | undefined
let isDue = false

/** Reads the user's permissions again, so that the screens offer exactly what is allowed. */
function followRights(): Promise<Read> {
  isDue = true
  asking ??= askWhileDue().finally(() => {
    asking = undefined
  })
  return asking
}

/** Reads the permissions after a refusal, in case no change was announced. */
export function followRefusal(error: Error): void {
  if (error instanceof ApiError && error.problem.code === 'FORBIDDEN') void followRights()
}

async function askWhileDue(): Promise<Read> {
  let read: Read = 'same'
  while (isDue) {
    isDue = false
    const now = await ask()
    if (read !== 'others') read = now
  }
  return read
}

async function ask(): Promise<Read> {
  if (!currentUser()) return 'same'
  try {
    const now = await call(authApi.me, {})
    const before = currentUser()
    if (before?.id !== now.id) return 'same'
    const areOthers =
      String(now.permissions) !== String(before.permissions) || String(now.roles) !== String(before.roles)
    if (areOthers) setCurrentUser(now)
    return areOthers ? 'others' : 'same'
  } catch (error) {
    // another error needs no retry: the next refusal reads the permissions again
    return error instanceof ApiError && error.isSilent ? 'unread' : 'same'
  }
}

let again: ReturnType<typeof setTimeout> | undefined

/**
 * Reads the permissions and, when they changed, repeats all reads, which may have been refused or incomplete. A gain is
 * announced only once, so the read is retried until it succeeds.
 */
export async function refreshRights(client: QueryClient): Promise<void> {
  const read = await followRights()
  clearTimeout(again)
  if (read === 'unread') again = setTimeout(() => void refreshRights(client), channel.reconnectMs)
  if (read === 'others') await refreshAll(client)
}

/** Handles announced changes of permissions, made by anybody in any tab. */
export function followRightsTold(client: QueryClient, told: readonly Subject[]): void {
  if (told.some(isOfRights)) void refreshRights(client)
}

/**
 * Returns whether a subject may change the user's permissions; every role counts, because its holders are unknown here.
 */
const isOfRights = (told: Subject) =>
  told.kind === 'role' || (told.kind === 'user' && (told.user === undefined || told.user === currentUser()?.id))
