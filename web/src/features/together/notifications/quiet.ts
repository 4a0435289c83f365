import { defaultTimeZone } from '#contract/limits'
import type { NotificationSettings } from '#contract/together/notifications'

const clock = new Intl.DateTimeFormat('de-CH', { hour: '2-digit', minute: '2-digit', timeZone: defaultTimeZone })

/** Whether it is one of the hours in which somebody wants nothing but the list; they may go over midnight. */
export function isQuiet(quiet: NotificationSettings['quiet'], at: Date): boolean {
  if (!quiet) return false
  const now = clock.format(at)
  const { from, until } = quiet
  return from <= until ? from <= now && now < until : from <= now || now < until
}
