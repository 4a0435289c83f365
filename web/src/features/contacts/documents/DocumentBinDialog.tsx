import { contactDocumentApi } from '#contract/contacts/documents'
import { limits } from '#contract/limits'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { formatFileSize } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'

interface Props {
  contactId: string
  onClose: () => void
}

/** Lists the deleted documents of a contact, to restore them. */
export function DocumentBinDialog({ contactId, onClose }: Props) {
  const { t } = useTranslation('documents')
  const bin = useApi(contactDocumentApi.bin, { params: { id: contactId } }, { quiet: true })
  const restore = useApiMutation(contactDocumentApi.restore, {
    onSuccess: ({ name }) => notify(t('restored', { name })),
  })
  return (
    <Dialog open title={t('bin.title')} onClose={onClose} width={640}>
      {bin.error && <ErrorState message={bin.error.message} onRetry={() => void bin.refetch()} />}
      {bin.isPending && <SkeletonLines lines={4} />}
      {bin.data?.length === 0 && (
        <EmptyState title={t('bin.empty')} hint={t('bin.hint', { days: limits.document.binDays })} />
      )}
      <Box component="ul" aria-label={t('bin.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {bin.data?.map(({ id, name, sizeByte, deletedAtUtc }) => (
          <Box
            component="li"
            key={id}
            sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {name}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {`${formatFileSize(sizeByte)} · ${t('bin.deletedAt', { at: formatDateTime(deletedAtUtc) })}`}
              </Typography>
            </Box>
            <Button
              aria-label={t('bin.restoreOne', { name })}
              onClick={() => restore.mutate({ params: { id: contactId, attId: id } })}
            >
              {t('bin.restore')}
            </Button>
          </Box>
        ))}
      </Box>
    </Dialog>
  )
}
