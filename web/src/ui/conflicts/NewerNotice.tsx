import Alert from '@mui/material/Alert'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'

/** Somebody else saved what is being typed over. */
export function NewerNotice({ onCompare }: { onCompare: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <Alert
      severity="info"
      variant="outlined"
      role="status"
      sx={{ mb: 3 }}
      action={
        <Button color="inherit" onClick={onCompare}>
          {t('state.compare')}
        </Button>
      }
    >
      {t('state.newer')}
    </Alert>
  )
}

/** What was typed before nothing could be saved any more. */
export function UnsavedNotice() {
  const { t } = useTranslation('ui')
  return (
    <Alert severity="info" variant="outlined" role="status" sx={{ mb: 3 }}>
      {t('state.unsaved')}
    </Alert>
  )
}
