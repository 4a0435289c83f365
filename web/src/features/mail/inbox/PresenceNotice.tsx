import Alert from '@mui/material/Alert'
import type { Activity } from '#contract/together/presence'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useOthers, useTellActivity } from '../../together/presence/use-presence.ts'
import { useComposing } from '../composer/composer-store.ts'

/** Shows other users at this message, and reports that this user views it. */
export function PresenceNotice({ emailId }: { emailId: string }) {
  const { t } = useTranslation('emails')
  const composing = useComposing().current?.transfer
  const written = composing?.draft ?? composing
  const isAnswered = written?.basedOn === emailId && !written.forwarded
  // while answering, the composer reports that
  useTellActivity('email', isAnswered ? null : emailId, 'VIEWING')
  const others = useOthers('email', emailId)
  const namesOf = (wanted: Activity) =>
    others.filter(({ activity }) => activity === wanted).map(({ username }) => username)
  const [answering, viewing] = [namesOf('ANSWERING'), namesOf('VIEWING')]
  if (answering.length + viewing.length === 0) return null
  return (
    <Alert severity={answering.length > 0 ? 'warning' : 'info'} variant="outlined" role="status">
      {[
        answering.length > 0 && t('presence.answering', { names: answering.join(', '), count: answering.length }),
        viewing.length > 0 && t('presence.viewing', { names: viewing.join(', '), count: viewing.length }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  )
}
