import type { MailboxSummary } from '#contract/mail/mailboxes'
import { type Refusal, refusalApi } from '#contract/mail/refusals'
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
import { Typography } from '../../../ui/text/Typography.tsx'

/** Lists what the server of a mailbox refused to do with messages, to try it again or to leave it. */
export function RefusalsDialog({ mailbox, onClose }: { mailbox: MailboxSummary; onClose: () => void }) {
  const { t } = useTranslation('mailboxes')
  const list = useApi(refusalApi.list, { params: { id: mailbox.id } }, { quiet: true })
  const refusals = list.data ?? []
  const all = refusals.map(({ id }) => id)
  return (
    <Dialog open title={t('refusals.title', { name: mailbox.title })} width={820} onClose={onClose}>
      {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
      {list.isPending && <SkeletonLines lines={4} />}
      {list.data?.length === 0 && <EmptyState title={t('refusals.empty')} />}
      {all.length > 1 && <Choices mailboxRef={mailbox.id} ids={all} retry="retryAll" dismiss="dismissAll" />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {refusals.map((refusal) => (
          <Item key={refusal.id} mailboxRef={mailbox.id} refusal={refusal} />
        ))}
      </Box>
    </Dialog>
  )
}

function Item({ mailboxRef, refusal }: { mailboxRef: string; refusal: Refusal }) {
  const { t } = useTranslation('mailboxes')
  const { id, task, subject, from, folder, refusedAtUtc, detail, said } = refusal
  return (
    <Box component="li" sx={{ py: 2, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>{subject || t('refusals.noSubject')}</Typography>
      <Typography variant="body2" color="textSecondary">
        {[t(`refusals.task.${task}`), from, folder, formatDateTime(refusedAtUtc)].filter(Boolean).join(' · ')}
      </Typography>
      <Typography variant="body2">{detail}</Typography>
      {said && <Typography variant="body2">{t('fact.said', { text: said })}</Typography>}
      <Choices mailboxRef={mailboxRef} ids={[id]} retry="retry" dismiss="dismiss" />
    </Box>
  )
}

interface ChoicesProps {
  mailboxRef: string
  ids: string[]
  retry: 'retry' | 'retryAll'
  dismiss: 'dismiss' | 'dismissAll'
}

function Choices({ mailboxRef, ids, retry, dismiss }: ChoicesProps) {
  const { t } = useTranslation('mailboxes')
  const again = useApiMutation(refusalApi.retry, {
    onSuccess: ({ count }) => notify(t('refusals.retried', { count })),
  })
  const leave = useApiMutation(refusalApi.dismiss, {
    onSuccess: ({ count }) => notify(t('refusals.dismissed', { count })),
  })
  const input = { params: { id: mailboxRef }, body: { ids } }
  return (
    <Box sx={{ display: 'flex', gap: 1, mt: 1, ml: -1 }}>
      <Button loading={again.isPending} onClick={() => again.mutate(input)}>
        {t(`refusals.${retry}`)}
      </Button>
      <Button loading={leave.isPending} onClick={() => leave.mutate(input)}>
        {t(`refusals.${dismiss}`)}
      </Button>
    </Box>
  )
}
