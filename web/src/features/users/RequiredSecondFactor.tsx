import Alert from '@mui/material/Alert'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Paper } from '../../ui/layout/Paper.tsx'
import { Typography } from '../../ui/text/Typography.tsx'
import { refreshCurrentUser } from './own-user.ts'
import { SecondFactor } from './SecondFactor.tsx'

/** Shown instead of the app to a user who must set up a second factor. */
export function RequiredSecondFactor() {
  const { t } = useTranslation('users')
  return (
    <Paper sx={{ p: 4, width: '100%', maxWidth: 640, mx: 'auto' }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t('factor.title')}
      </Typography>
      <Alert severity="info" variant="outlined" sx={{ mb: 3 }}>
        {t('factor.required')}
      </Alert>
      <SecondFactor active={false} onDone={refreshCurrentUser} />
    </Paper>
  )
}
