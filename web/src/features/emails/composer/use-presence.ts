import { emailApi } from '@glut/contract/emails'
import { limits } from '@glut/contract/limits'
import { useEffect } from 'react'
import { call } from '../../../api/client.ts'

/** Tells the others who look at a message that it is being answered here, until the composer closes. */
export function usePresence(emailId: string | null): void {
  useEffect(() => {
    if (!emailId) return
    const tell = (activity: 'ANSWERING' | null) =>
      void call(emailApi.bePresent, { params: { id: emailId }, body: { activity } }).catch(() => {})
    tell('ANSWERING')
    const timer = setInterval(() => tell('ANSWERING'), limits.email.presencePingMs)
    return () => {
      clearInterval(timer)
      tell(null)
    }
  }, [emailId])
}
