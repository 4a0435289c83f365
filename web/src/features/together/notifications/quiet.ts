import { clockOf } from '#contract/endpoint'
import type { NotificationSettings } from '#contract/together/notifications'

/** Returns true within the user's quiet hours, which may span midnight. */
export function isQuiet(quiet: NotificationSettings['quiet'], at: Date): boolean {
  if (!quiet) return false
  const now = clockOf(at)
  const { from, until } = quiet
  return from <= until ? from <= now && now < until : from <= now || now < until
}
