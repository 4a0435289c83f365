import type { QueryClient } from '@tanstack/react-query'
import { channel } from '#contract/live'
import { noteLost } from '../api/lost.ts'
import { refreshAll } from '../api/told.ts'
import { isReachable } from './failure/reachable.ts'
import { refreshRights } from './follow-rights.ts'

let isWaiting = false

/**
 * Nobody knows whether the change was made: everything on the screen is asked again, as soon as the server answers. Until then it stays
 * as it is.
 */
export async function followLost(client: QueryClient): Promise<void> {
  noteLost()
  if (isWaiting) return
  isWaiting = true
  while (!(await isReachable())) await new Promise((next) => setTimeout(next, channel.reconnectMs))
  isWaiting = false
  void refreshAll(client)
  void refreshRights(client)
}
