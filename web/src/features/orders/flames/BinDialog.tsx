import type { Board } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { BinnedCardsDialog } from '../../boards/BinnedCardsDialog.tsx'
import { useRemoval } from './use-removal.ts'

/** Lists the deleted flames of a board, to restore or erase them. */
export function BinDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const { t } = useTranslation('flames')
  const { restore, removeForGood } = useRemoval()
  const bin = useApi(flameApi.bin, { params: { id: board.id } }, { quiet: true })
  return (
    <BinnedCardsDialog
      board={board}
      onClose={onClose}
      bin={bin}
      label={t('bin.label')}
      nameOf={(card) => card.contactName || t('unknown')}
      lineOf={({ certificateName }) => certificateName}
      onRestore={(card) => void restore(card)}
      onRemove={(card) => void removeForGood(card)}
    />
  )
}
