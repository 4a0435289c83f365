import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'

/** Somebody else saved what is being typed over. */
export function NewerNotice() {
  const { t } = useTranslation('ui')
  return (
    <Alert severity="info" variant="outlined" role="status" sx={{ mb: 3 }}>
      {t('state.newer')}
    </Alert>
  )
}
