import { useTranslation } from 'react-i18next'
import type { FlameSearch } from '#contract/orders/flame-search'
import { FlameList } from './FlameList.tsx'

export function OwnDueFlamesPage() {
  const { t } = useTranslation('flames')
  return <FlameList name="ownDueFlames" which={ownDue} sort="REMINDER" empty={t('list.noneDue')} />
}

export function AllOpenFlamesPage() {
  const { t } = useTranslation('flames')
  return <FlameList name="allOpenFlames" which={open} sort="UPDATED" empty={t('list.noneOpen')} />
}

export function AllArchivedFlamesPage() {
  const { t } = useTranslation('flames')
  return <FlameList name="allArchivedFlames" which={archived} sort="UPDATED" empty={t('list.noneArchived')} />
}

export type Which = Partial<Pick<FlameSearch, 'archived' | 'due' | 'own'>>

const ownDue: Which = { own: true, due: true }
const open: Which = {}
const archived: Which = { archived: true }
