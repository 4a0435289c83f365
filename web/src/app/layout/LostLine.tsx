import { useTranslation } from '../../i18n/use-translation.ts'
import { useConnection } from '../../live/connection.ts'
import { toWallTime } from '../../ui/dates/zone.ts'
import { useDelayed } from '../../ui/states/use-delayed.ts'
import { Typography } from '../../ui/text/Typography.tsx'

/** Longer than reconnecting takes, in milliseconds. */
const patienceMs = 8000

/** Line below the bar while the live channel is lost: the screen may be out of date. */
export function LostLine() {
  const { t } = useTranslation('shell')
  const { lostAt } = useConnection()
  const isShown = useDelayed(lostAt !== null, patienceMs)
  if (!isShown || lostAt === null) return null
  return (
    <Typography
      role="status"
      variant="body2"
      color="textSecondary"
      sx={{ px: 4, py: 0.5, bgcolor: 'action.hover', borderBottom: 1, borderColor: 'divider' }}
    >
      {t('lost', { at: toWallTime(new Date(lostAt).toISOString()).slice(11, 16) })}
    </Typography>
  )
}
