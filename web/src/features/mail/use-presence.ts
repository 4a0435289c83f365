import { useEffect } from 'react'
import { limits } from '#contract/limits'
import { type activities, emailApi } from '#contract/mail/inbox'
import { call } from '../../api/client.ts'

export type Activity = (typeof activities)[number]

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
    const timer = setInterval(ping, limits.email.presencePingMs)
    return () => {
      clearInterval(timer)
      tell(null)
    }
  }, [emailId, activity])
}
