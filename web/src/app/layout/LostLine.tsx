import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../live/connection.ts'
import { useDelayed } from '../../ui/use-delayed.ts'

/** Longer than making a connection anew takes. */
const patienceMs = 8000

/** Below the bar, for as long as nobody tells this screen what others change. */
export function LostLine() {
  const { t } = useTranslation('shell')
  const isShown = useDelayed(useConnection().isLost, patienceMs)
  if (!isShown) return null
  return (
    <Typography
      role="status"
      variant="body2"
      color="textSecondary"
      sx={{ px: 4, py: 0.5, bgcolor: 'action.hover', borderBottom: 1, borderColor: 'divider' }}
    >
      {t('lost')}
    </Typography>
  )
}
