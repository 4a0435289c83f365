import { callerIn, type Notification } from '#contract/together/notifications'
import { Typography } from '../../../ui/text/Typography.tsx'
import { PhoneLink } from '../../contacts/PhoneLink.tsx'

/** Shows the number of a missed call. */
export function MissedNumber({ notification: { notificationType, content } }: { notification: Notification }) {
  const number = notificationType === 'MISSING_CALL' && callerIn(content)
  if (!number) return null
  return (
    <Typography variant="body2">
      <PhoneLink number={number} />
    </Typography>
  )
}
