import { useEffect } from 'react'
import { limits } from '#contract/limits'
import type { activities, Presence } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { call } from '../../api/client.ts'
import { useApi } from '../../api/hooks.ts'

/** Twice within `presenceSeconds`, after which somebody counts as gone. */
const pingMs = 10_000

export type Activity = (typeof activities)[number]

/** Who else is at which message. Whoever closed their browser leaves by the clock, which nobody tells. */
export function useOthers(): readonly Presence[] {
  const every = (others: readonly Presence[]) => others.length > 0 && limits.email.presenceSeconds * 1000
  return useApi(emailApi.presence, {}, { quiet: true, every }).data ?? []
}

/** Tells the others what one is doing with a message, until one leaves it; null tells nothing. */
export function usePresence(emailId: string | null, activity: Activity): void {
  useEffect(() => {
    if (!emailId) return
    const tell = (now: Activity | null) =>
      void call(emailApi.bePresent, { params: { id: emailId }, body: { activity: now } }).catch(() => {})
    const ping = () => {
      // nobody looks at a page that is out of sight; what is being answered there still is
      if (activity === 'ANSWERING' || !document.hidden) tell(activity)
    }
    ping()
    const timer = setInterval(ping, pingMs)
    return () => {
      clearInterval(timer)
      tell(null)
    }
  }, [emailId, activity])
}
