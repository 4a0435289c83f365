import type { QueryClient } from '@tanstack/react-query'
import { channel } from '#contract/live'
import { noteLost } from '../api/lost.ts'
import { refreshAll } from '../api/told.ts'
import { isReachable } from './failure/reachable.ts'
import { refreshRights } from './follow-rights.ts'

let isWaiting = false

/**
 * Handles the lost answer to a change, which may or may not have been made: repeats all reads once the server answers.
 * Until then the screen stays unchanged.
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
