import type { Board } from '#contract/orders/boards'
import { useTranslation } from '../../i18n/use-translation.ts'
import { withColon } from '../../i18n/written.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../ui/dates/zone.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../ui/text/Typography.tsx'
import type { BoardCard } from './card-kind.ts'

interface Props<Card> {
  /** Query for the cards in the bin. */
  bin: { data: readonly Card[] | undefined; error: Error | null; refetch: () => unknown }
  label: string
  nameOf: (card: Card) => string
  /** Returns the secondary text of a card; empty if it would repeat the name. */
  lineOf: (card: Card) => string
  onRestore: (card: Card) => void
  onRemove: (card: Card) => void
}
type Binned = Pick<BoardCard, 'id' | 'step'> & { deletedUtc: string | null; deletedBy: string | null }

interface DialogProps<Card> extends Props<Card> {
  board: Board
  onClose: () => void
}

/** Lists the deleted cards of a board, to restore or erase them. */
export function BinnedCardsDialog<Card extends Binned>({ board, onClose, ...cards }: DialogProps<Card>) {
  const { t } = useTranslation('boards')
  const { t: ui } = useTranslation('ui')
  return (
    <Dialog
      open
      title={t('bin.title', { board: board.title })}
      width={640}
      onClose={onClose}
      actions={<Button onClick={onClose}>{ui('action.close')}</Button>}
    >
      <BinnedCards board={board} {...cards} />
    </Dialog>
  )
}

function BinnedCards<Card extends Binned>(props: Props<Card> & { board: Board }) {
  const { board, bin, label, nameOf, lineOf, onRestore, onRemove } = props
  const { t } = useTranslation('boards')
  if (bin.error) return <ErrorState message={bin.error.message} onRetry={() => void bin.refetch()} />
  if (!bin.data) return <SkeletonLines lines={4} />
  if (bin.data.length === 0) return <EmptyState title={t('bin.empty')} />
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {bin.data.map((card) => {
        const [name, line] = [nameOf(card), lineOf(card)]
        return (
          <Box component="li" key={card.id} sx={row}>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
              {line && line !== name && <Typography variant="body2">{line}</Typography>}
              <Typography variant="body2" color="textSecondary">
                {t(card.deletedBy ? 'bin.deletedBy' : 'bin.deletedAt', {
                  who: card.deletedBy ?? '',
                  at: formatDateTime(card.deletedUtc ?? ''),
                  step: board.steps.find(({ id }) => id === card.step)?.title ?? '',
                })}
              </Typography>
            </Box>
            <Button aria-label={withColon(t('bin.restore'), name)} onClick={() => onRestore(card)}>
              {t('bin.restore')}
            </Button>
            <Button color="error" aria-label={withColon(t('bin.removeForGood'), name)} onClick={() => onRemove(card)}>
              {t('bin.removeForGood')}
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
