import Chip from '@mui/material/Chip'
import type { DeliveryState } from '#contract/mail/emails'
import { type OutboxItem, outgoingApi } from '#contract/mail/outgoing'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { mayBeSentAgain, needsSomebody } from './needs-somebody.ts'
import type { Transfer } from './transfer.ts'

interface Props {
  onOpen: (transfer: Transfer) => void
  onClose: () => void
}

const colour: Record<DeliveryState, 'default' | 'success' | 'warning' | 'error'> = {
  WAITING: 'default',
  SENDING: 'default',
  SENT: 'success',
  ACCEPTED: 'success',
  PARTLY_ACCEPTED: 'warning',
  FAILED: 'error',
  UNCLEAR: 'warning',
  UNDELIVERABLE: 'error',
}
const moving: readonly DeliveryState[] = ['WAITING', 'SENDING', 'SENT']

/** Lists messages that are waiting, failed or unclear, and those recently sent. */
export function OutboxDialog({ onOpen, onClose }: Props) {
  const { t } = useTranslation('composer')
  const list = useApi(outgoingApi.outbox, {}, { quiet: true })
  return (
    <Dialog open title={t('outbox.title')} width={720} onClose={onClose}>
      {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
      {!list.error && !list.data && <SkeletonLines lines={6} />}
      {list.data?.length === 0 && <EmptyState title={t('outbox.none')} />}
      {list.data && list.data.length > 0 && (
        <Box component="ul" aria-label={t('outbox.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {list.data.map((item) => (
            <Item
              key={item.id}
              item={item}
              onOpen={(transfer) => {
                onOpen(transfer)
                onClose()
              }}
            />
          ))}
        </Box>
      )}
    </Dialog>
  )
}

function Item({ item, onOpen }: { item: OutboxItem; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation('composer')
  const confirm = useConfirm()
  const undo = useApiMutation(outgoingApi.undo, { onSuccess: (draft) => onOpen({ draft }) })
  const retry = useApiMutation(outgoingApi.retry)
  const settle = useApiMutation(outgoingApi.settle)
  const params = { id: item.id }
  const subject = item.subject || t('noSubject')
  const at = item.sentAtUtc ?? item.nextTryAtUtc ?? item.leavesAtUtc

  async function sendAgain() {
    const answer =
      item.state !== 'UNCLEAR' ||
      (await confirm({
        title: t('outbox.retry'),
        message: t('outbox.retryUnclear', { subject }),
        ok: t('outbox.retry'),
      }))
    if (answer) retry.mutate({ params })
  }

  return (
    <Box component="li" sx={{ py: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600, flex: 1, minWidth: 160, overflowWrap: 'anywhere' }}>{subject}</Typography>
        <Chip size="small" variant="outlined" color={colour[item.state]} label={t(`delivery.${item.state}`)} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {item.to.map(({ address }) => address).join(', ')} · {formatDateTime(at)}
        {item.state === 'WAITING' && item.attempts > 0 && ` · ${t('outbox.attempts', { count: item.attempts })}`}
        {item.copyMissing && !moving.includes(item.state) && ` · ${t('outbox.copyMissing')}`}
        {item.settled && ` · ${t('outbox.settled')}`}
      </Typography>
      {item.detail && <Typography variant="body2">{item.detail}</Typography>}
      {item.refused.map(({ address, said }) => (
        <Typography key={address} variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
          {address}: {said}
        </Typography>
      ))}
      {item.said && item.refused.length === 0 && (
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {item.said}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 2, mt: 1 }}>
        {item.undoable && <Button onClick={() => undo.mutate({ params })}>{t('outbox.undo')}</Button>}
        {mayBeSentAgain(item) && <Button onClick={() => void sendAgain()}>{t('outbox.retry')}</Button>}
        {needsSomebody(item) && <Button onClick={() => settle.mutate({ params })}>{t('outbox.settle')}</Button>}
      </Box>
    </Box>
  )
}
