import { type ContactImport, importApi } from '#contract/contacts/imports'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { Progress } from '../../../ui/states/Progress.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'

export function ImportProgress({ own }: { own: ContactImport }) {
  const { t } = useTranslation('imports')
  const confirm = useConfirm()
  const cancel = useApiMutation(importApi.cancel)

  async function askToCancel() {
    const sure = await confirm({
      title: t('progress.cancelTitle'),
      message: t('progress.cancelMessage', { name: own.fileName }),
      ok: t('progress.cancel'),
      cancel: t('progress.keepGoing'),
    })
    if (sure) cancel.mutate({ params: { id: own.id } })
  }

  return (
    <Paper sx={{ p: 3, mb: 3 }}>
      <Bar own={own} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 2 }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1, minWidth: 200 }}>
          {t('progress.leave')}
        </Typography>
        {own.state !== 'ROLLING_BACK' && (
          <Button loading={cancel.isPending} onClick={() => void askToCancel()}>
            {t('progress.cancel')}
          </Button>
        )}
      </Box>
    </Paper>
  )
}

function Bar({ own }: { own: ContactImport }) {
  const { t } = useTranslation('imports')
  if (own.state === 'WAITING') return <Progress label={t('progress.waiting')} detail=" " />
  if (own.state === 'ROLLING_BACK') {
    const done = own.undone + own.undoRefused
    return (
      <Progress
        label={t('progress.undoing')}
        value={own.undoTotal ? (done / own.undoTotal) * 100 : 100}
        detail={t('progress.contacts', { done: formatNumber(done), total: formatNumber(own.undoTotal) })}
      />
    )
  }
  return (
    <Progress
      label={t(own.dryRun ? 'progress.trying' : 'progress.running')}
      value={(own.bytesDone / own.bytesTotal) * 100}
      detail={t('progress.rows', { count: own.rowsDone, text: formatNumber(own.rowsDone) })}
    />
  )
}
