import { type activities, emailApi } from '@glut/contract/emails'
import { limits } from '@glut/contract/limits'
import Alert from '@mui/material/Alert'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { useApi } from '../../api/hooks.ts'
import { useComposing } from './composer/composer-store.ts'

/** Who else is at this message; and tells the others that one looks at it oneself. */
export function PresenceNotice({ emailId }: { emailId: string }) {
  const { t } = useTranslation('emails')
  useViewing(emailId)
  const { data = [] } = useApi(emailApi.presence, {}, { quiet: true, every: limits.email.presencePingMs })
  const namesOf = (wanted: (typeof activities)[number]) =>
    data
      .filter(({ emailRef, activity }) => emailRef === emailId && activity === wanted)
      .map(({ username }) => username)
      .join(', ')
  const answering = namesOf('ANSWERING')
  const viewing = namesOf('VIEWING')
  if (!answering && !viewing) return null
  return (
    <Alert severity={answering ? 'warning' : 'info'} variant="outlined" role="status">
      {[
        answering && t('presence.answering', { names: answering }),
        viewing && t('presence.viewing', { names: viewing }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  )
}

/** While the message is on the screen; who answers it says so in the composer. */
function useViewing(emailId: string): void {
  const composing = useComposing().current?.transfer
  const answering = composing !== undefined && !composing.forwarded && composing.basedOn === emailId
  useEffect(() => {
    if (answering) return
    const tell = (activity: 'VIEWING' | null) =>
      void call(emailApi.bePresent, { params: { id: emailId }, body: { activity } }).catch(() => {})
    const ping = () => {
      if (!document.hidden) tell('VIEWING')
    }
    ping()
    const timer = setInterval(ping, limits.email.presencePingMs)
    return () => {
      clearInterval(timer)
      tell(null)
    }
  }, [emailId, answering])
}
