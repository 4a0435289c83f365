import Alert from '@mui/material/Alert'
import { fileCheckApi } from '#contract/lists/galleries'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { notify } from '../../../ui/notices/snackbar.ts'

/** Warns if the last check of the file store found missing or damaged files. */
export function FileCheckAlert() {
  const { t } = useTranslation('documents')
  const checks = useApi(fileCheckApi.list, {}, { quiet: true })
  const again = useApiMutation(fileCheckApi.start, { onSuccess: () => notify(t('check.started')) })
  const last = checks.data?.find(({ finishedAtUtc }) => finishedAtUtc !== null)
  if (!last || last.missing.length + last.damaged.length === 0) return null
  return (
    <Alert
      severity="error"
      variant="outlined"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" disabled={again.isPending} onClick={() => again.mutate({})}>
          {t('check.again')}
        </Button>
      }
    >
      {t('check.faults', {
        date: formatDateTime(last.startedAtUtc),
        missing: last.missing.length,
        damaged: last.damaged.length,
      })}
    </Alert>
  )
}
