import { clockOf } from '#contract/endpoint'
import type { NotificationSettings } from '#contract/together/notifications'

/** Whether it is one of the hours in which somebody wants nothing but the list; they may go over midnight. */
export function isQuiet(quiet: NotificationSettings['quiet'], at: Date): boolean {
  if (!quiet) return false
  const now = clockOf(at)
  const { from, until } = quiet
  return from <= until ? from <= now && now < until : from <= now || now < until
}
