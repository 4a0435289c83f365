import UndoIcon from '@mui/icons-material/Undo'
import { type ContactMerge, mergeApi } from '#contract/contacts/merges'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ContactLink } from '../ContactLink.tsx'

export function MergeList() {
  const { t } = useTranslation('duplicates')
  const merges = useApi(mergeApi.list, {}, { quiet: true })
  if (merges.error) {
    return (
      <ErrorState title={t('merges.failed')} message={merges.error.message} onRetry={() => void merges.refetch()} />
    )
  }
  if (!merges.data) return <SkeletonLines lines={6} />
  if (merges.data.length === 0) return <EmptyState title={t('merges.empty')} />
  return (
    <Box
      component="ul"
      aria-label={t('merges.label')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, maxWidth: 1100 }}
    >
      {merges.data.map((merge) => (
        <MergeRow key={merge.id} merge={merge} />
      ))}
    </Box>
  )
}

function MergeRow({ merge }: { merge: ContactMerge }) {
  const { t } = useTranslation('duplicates')
  const confirm = useConfirm()
  const { survivorRef, survivorName: survivor, createdBy: by, createdAtUtc } = merge
  // reported by the mutation, because the row may have been removed from the list
  const undo = useApiMutation(mergeApi.undo, { onSuccess: () => notify(t('merges.undone', { name: survivor })) })
  const names = merge.mergedNames.join(', ')

  async function ask() {
    const sure = await confirm({
      title: t('merges.undoTitle'),
      message: t('merges.undoMessage', { survivor, names }),
      ok: t('merges.undo'),
    })
    if (!sure) return
    undo.mutate({ params: { id: merge.id } })
  }

  return (
    <Paper component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: 3 }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box sx={{ fontSize: 13 }}>
          {names} → <ContactLink id={survivorRef}>{survivor}</ContactLink>
        </Box>
        <Typography variant="body2" color="textSecondary">
          {t('merges.by', { by, at: formatDateTime(createdAtUtc) })}
        </Typography>
      </Box>
      <Button
        startIcon={<UndoIcon />}
        loading={undo.isPending}
        loadingPosition="start"
        aria-label={t('merges.undoOf', { name: survivor })}
        onClick={() => void ask()}
      >
        {t('merges.undo')}
      </Button>
    </Paper>
  )
}
