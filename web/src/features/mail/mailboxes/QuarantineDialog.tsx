import { pathOf } from '#contract/endpoint'
import { type MailboxSummary, mailboxApi, type Quarantined } from '#contract/mail/mailboxes'
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

/** Lists the messages that could not be read, to download or read them again. */
export function QuarantineDialog({ mailbox, onClose }: { mailbox: MailboxSummary; onClose: () => void }) {
  const { t } = useTranslation('mailboxes')
  const list = useApi(mailboxApi.quarantine, { params: { id: mailbox.id } }, { quiet: true })
  return (
    <Dialog open title={t('quarantine.title', { name: mailbox.title })} width={820} onClose={onClose}>
      {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
      {list.isPending && <SkeletonLines lines={4} />}
      {list.data?.length === 0 && <EmptyState title={t('quarantine.empty')} />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {list.data?.map((message) => (
          <Item key={message.id} message={message} />
        ))}
      </Box>
    </Dialog>
  )
}

function Item({ message }: { message: Quarantined }) {
  const { t } = useTranslation('mailboxes')
  const { id, subject, from, folder, receivedAtUtc, sizeByte, reason, tries } = message
  const replay = useApiMutation(mailboxApi.replay, {
    onSuccess: ({ emailRef, reason: again }) =>
      emailRef ? notify(t('quarantine.read')) : notify(t('quarantine.again', { reason: again }), { severity: 3 }),
  })
  const facts = [
    from,
    folder,
    formatDateTime(receivedAtUtc),
    formatFileSize(sizeByte),
    t('quarantine.tries', { count: tries }),
  ]
  return (
    <Box component="li" sx={{ py: 2, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>{subject || t('quarantine.noSubject')}</Typography>
      <Typography variant="body2" color="textSecondary">
        {facts.filter(Boolean).join(' · ')}
      </Typography>
      <Typography variant="body2">{reason}</Typography>
      <Box sx={{ display: 'flex', gap: 1, mt: 1, ml: -1 }}>
        <Button component="a" href={pathOf(mailboxApi.quarantinedSource, { id })} download>
          {t('quarantine.download')}
        </Button>
        <Button loading={replay.isPending} onClick={() => replay.mutate({ params: { id } })}>
          {t('quarantine.replay')}
        </Button>
      </Box>
    </Box>
  )
}
