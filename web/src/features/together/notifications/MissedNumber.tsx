import { callerIn, type Notification } from '#contract/together/notifications'
import { Typography } from '../../../ui/text/Typography.tsx'
import { PhoneLink } from '../../contacts/PhoneLink.tsx'

/** Of a call that nobody took, the number to call back. */
export function MissedNumber({ notification: { notificationType, content } }: { notification: Notification }) {
  const number = notificationType === 'MISSING_CALL' && callerIn(content)
  if (!number) return null
  return (
    <Typography variant="body2">
      <PhoneLink number={number} />
    </Typography>
  )
}
