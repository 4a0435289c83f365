import type { FlameCard } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import type { RowAction } from '../../../ui/DataTable/grid.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { flameKeys } from './flame-keys.ts'
import { useRemoval } from './use-removal.ts'

/** Returns the row actions: open, go to the contact, and restore for an archived flame. */
export function useRowActions({ ofContact = false }: { ofContact?: boolean } = {}): (row: FlameCard) => RowAction[] {
  const { t } = useTranslation('flames')
  const may = useMay()
  const go = useGo()
  const { revertArchived } = useRemoval()
  return (row) => [
    { label: t('list.open'), onClick: () => go('flame', flameKeys(row)) },
    ...(ofContact ? [] : [{ label: t('action.toContact'), onClick: () => go('contact', { id: row.contactRef }) }]),
    ...(row.archivedUtc && may('FLAME_MODIFY')
      ? [{ label: t('action.revertArchived'), onClick: () => void revertArchived(row) }]
      : []),
  ]
}
