import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Board } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { useApi } from '../../../api/hooks.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/SkeletonLines.tsx'
import { useRemoval } from './use-removal.ts'

/** The deleted flames of a board: brought back, or removed for good. */
export function BinDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const { t } = useTranslation('flames')
  const { t: ui } = useTranslation('ui')
  return (
    <Dialog
      open
      title={t('bin.title', { board: board.title })}
      width={640}
      onClose={onClose}
      actions={<Button onClick={onClose}>{ui('action.close')}</Button>}
    >
      <Deleted boardId={board.id} />
    </Dialog>
  )
}

function Deleted({ boardId }: { boardId: string }) {
  const { t } = useTranslation('flames')
  const { restore, removeForGood } = useRemoval()
  const { data, error, refetch } = useApi(flameApi.bin, { params: { id: boardId } }, { quiet: true })
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={4} />
  if (data.length === 0) return <EmptyState title={t('bin.empty')} />
  return (
    <Box component="ul" aria-label={t('bin.label')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map((card) => {
        const name = card.contactName || t('unknown')
        return (
          <Box component="li" key={card.id} sx={row}>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
              {card.certificateName && card.certificateName !== name && (
                <Typography variant="body2">{card.certificateName}</Typography>
              )}
              <Typography variant="body2" color="textSecondary">
                {t('bin.deletedAt', { at: formatDateTime(card.deletedUtc ?? '') })}
              </Typography>
            </Box>
            <Button aria-label={`${t('action.restore')}: ${name}`} onClick={() => void restore(card)}>
              {t('action.restore')}
            </Button>
            <Button
              color="error"
              aria-label={`${t('action.removeForGood')}: ${name}`}
              onClick={() => void removeForGood(card)}
            >
              {t('action.removeForGood')}
            </Button>
          </Box>
        )
      })}
    </Box>
  )
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  py: 2,
  borderBottom: 1,
  borderColor: 'divider',
} as const
