import type { QueryClient } from '@tanstack/react-query'
import { channel, type Subject } from '#contract/live'
import { authApi } from '#contract/users/users'
import { ApiError, call } from '../api/client.ts'
import { refreshAll } from '../api/told.ts'
import { currentUser, setCurrentUser } from '../session/session.ts'

/** What came of reading them: they are others now, are as before, or could not be read for want of a server. */
type Read = 'others' | 'same' | 'unread'

let asking: Promise<Read> | undefined
let isDue = false

/**
 * Of somebody whose rights are changed while they work: what is refused now is offered no longer, and what is allowed now is.
 */
function followRights(): Promise<Read> {
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
    // what the server refuses the next refusal asks for again
    return error instanceof ApiError && error.isSilent ? 'unread' : 'same'
  }
}

let again: ReturnType<typeof setTimeout> | undefined

/**
 * What was refused, or left out of an answer, is asked for again with other rights. Nobody tells a gain of rights twice, so that it
 * is read until it is known.
 */
export async function refreshRights(client: QueryClient): Promise<void> {
  const read = await followRights()
  clearTimeout(again)
  if (read === 'unread') again = setTimeout(() => void refreshRights(client), channel.reconnectMs)
  if (read === 'others') await refreshAll(client)
}

/** Whoever changed it, in whichever tab. */
export function followRightsTold(client: QueryClient, told: readonly Subject[]): void {
  if (told.some(isOfRights)) void refreshRights(client)
}

/** Of a role it is not known who has it. */
const isOfRights = (told: Subject) =>
  told.kind === 'role' || (told.kind === 'user' && (told.user === undefined || told.user === currentUser()?.id))
