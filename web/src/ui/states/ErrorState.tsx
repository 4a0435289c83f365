import RefreshIcon from '@mui/icons-material/Refresh'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'

interface Props {
  title?: string
  /** The reason, as a sentence. */
  message?: string
  onRetry?: () => void
}

export function ErrorState({ title, message, onRetry }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Alert
      severity="error"
      variant="outlined"
      sx={{ m: 2, flexWrap: 'wrap' }}
      action={
        onRetry && (
          <Button color="inherit" sx={{ whiteSpace: 'nowrap' }} startIcon={<RefreshIcon />} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )
      }
    >
      <AlertTitle sx={{ mb: message ? 1 : 0 }}>{title ?? t('state.failed')}</AlertTitle>
      {message}
    </Alert>
  )
}
