import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlameSearch } from '#contract/orders/flame-search'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { useScreenParams } from '../../../ui/screens.ts'
import { FlameList } from './FlameList.tsx'
import { useFlameBoards } from './use-flame-boards.ts'

export function OwnDueFlamesPage() {
  const { t } = useTranslation('flames')
  return <FlameList name="ownDueFlames" which={ownDue} sort="REMINDER" empty={t('list.noneDue')} />
}

/** All of them, or those that the address asks for. */
export function AllOpenFlamesPage() {
  const { t } = useTranslation('flames')
  const { step, due, reminder, unassigned } = useScreenParams('allOpenFlames')
  const stepName = useStepName(step)
  const which = useMemo<Which>(
    () => ({
      ...(step ? { stepRef: step } : {}),
      ...(due ? { due: true } : {}),
      ...(reminder ? { reminderFlames: true } : {}),
      ...(unassigned ? { unassigned: true } : {}),
    }),
    [step, due, reminder, unassigned],
  )
  const narrowed = [
    ...(step ? [stepName] : []),
    ...(due ? [t('list.only.due')] : []),
    ...(reminder ? [t('list.only.reminder')] : []),
    ...(unassigned ? [t('list.only.unassigned')] : []),
  ]
  return <FlameList name="allOpenFlames" which={which} narrowed={narrowed} sort="UPDATED" empty={t('list.noneOpen')} />
}

/** All of them, or those that were archived within the span of the address. */
export function AllArchivedFlamesPage() {
  const { t } = useTranslation('flames')
  const { since, until } = useScreenParams('allArchivedFlames')
  const which = useMemo<Which>(
    () => ({ archived: true, ...(since ? { archivedFrom: since } : {}), ...(until ? { archivedTo: until } : {}) }),
    [since, until],
  )
  const narrowed = [
    ...(since ? [t('list.only.since', { day: formatDate(since) })] : []),
    ...(until ? [t('list.only.until', { day: formatDate(until) })] : []),
  ]
  return (
    <FlameList
      name="allArchivedFlames"
      which={which}
      narrowed={narrowed}
      sort="UPDATED"
      empty={t('list.noneArchived')}
    />
  )
}

function useStepName(id: string | undefined): string {
  const { steps } = useFlameBoards(id !== undefined)
  const step = steps.get(id ?? '')
  return step ? `${step.board.title} · ${step.title}` : ''
}

export type Which = Partial<
  Pick<
    FlameSearch,
    'archived' | 'due' | 'own' | 'stepRef' | 'reminderFlames' | 'unassigned' | 'archivedFrom' | 'archivedTo'
  >
>

const ownDue: Which = { own: true, due: true }
