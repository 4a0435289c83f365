import type { Board } from '#contract/orders/boards'
import { projectApi } from '#contract/work/projects'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { BinnedCardsDialog } from '../../boards/BinnedCardsDialog.tsx'
import { useProjectRemoval } from './use-project-removal.ts'

/** Lists the deleted projects of a board, to restore or erase them. */
export function ProjectBinDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const { t } = useTranslation('projects')
  const { restore, removeForGood } = useProjectRemoval()
  const bin = useApi(projectApi.bin, { params: { id: board.id } }, { quiet: true })
  return (
    <BinnedCardsDialog
      board={board}
      onClose={onClose}
      bin={bin}
      label={t('bin.label')}
      nameOf={({ title }) => title}
      lineOf={({ contacts }) => contacts.map(({ name }) => name).join(', ')}
      onRestore={(card) => void restore(card)}
      onRemove={(card) => void removeForGood(card)}
    />
  )
}
