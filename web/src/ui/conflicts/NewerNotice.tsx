import Alert from '@mui/material/Alert'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'

/** Tells that another user has saved the record that is being edited. */
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

/** Tells that unsaved input is kept until the record can be edited again. */
export function UnsavedNotice() {
  const { t } = useTranslation('ui')
  return (
    <Alert severity="info" variant="outlined" role="status" sx={{ mb: 3 }}>
      {t('state.unsaved')}
    </Alert>
  )
}
