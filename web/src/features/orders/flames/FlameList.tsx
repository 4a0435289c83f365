import { useMemo } from 'react'
import type { FlameSearch } from '#contract/orders/flame-search'
import { type FlameCard, flameApi } from '#contract/orders/flames'
import { pathTo } from '#contract/routes'
import { allPages, useApiPages, useCount } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { CardList } from '../../boards/CardList.tsx'
import { nextPage, useAsked } from '../../boards/use-asked.ts'
import { sortOf, useFlameColumns } from './flame-columns.tsx'
import { flameKeys } from './flame-keys.ts'
import { useRowActions } from './use-row-actions.ts'

export type Which = Partial<FlameSearch>

interface Props {
  name: 'ownDueFlames' | 'allOpenFlames' | 'allArchivedFlames'
  which: Which
  /** Additional filters of `which` as texts; one click clears them. */
  narrowed?: readonly string[]
  /** Initial sorting, by date ascending except for the last update. */
  sort: FlameSearch['sort']
  empty: string
}

/** A table of flames of all boards, searched and sorted by the server. */
export function FlameList({ name, which, narrowed = [], sort, empty }: Props) {
  const { t } = useTranslation('flames')
  const go = useGo()
  const columns = useFlameColumns({ archived: which.archived === true })
  const actionsOf = useRowActions()
  const asked = useAsked(sort, sortOf)
  const inputOf = (page: number | undefined) => ({ body: { ...which, ...asked.bodyOf(page) } })
  const found = useApiPages(flameApi.search, inputOf, nextPage)
  const total = useCount(flameApi.count, { body: which }, found.hasNextPage && asked.text === '')
  const rows = useMemo(() => found.data?.pages.flatMap(({ flames }) => flames), [found.data])

  return (
    <CardList
      name={name}
      asked={asked}
      found={found}
      total={total}
      narrowed={narrowed}
      words={{ search: t('list.search'), searchHint: t('list.searchHint'), nothing: t('list.nothing'), empty }}
      columns={columns}
      rows={rows}
      rowName={(row) => row.contactName || t('unknown')}
      cardLines={linesOf}
      onOpen={(row) => go('flame', flameKeys(row))}
      hrefOf={(row) => pathTo('flame', flameKeys(row))}
      rowActions={actionsOf}
      allRows={async () => (await allPages(flameApi.search, inputOf, nextPage)).flatMap(({ flames }) => flames)}
    />
  )

  /** Returns the lines of a card on a phone: name, articles, place and dates. */
  function linesOf(row: FlameCard): string[] {
    const { certificateName, contactName, ordered, pickupDate, reminderAtUtc } = row
    const place = columns.filter(({ id }) => ['board', 'step', 'assignee'].includes(id)).map(({ value }) => value(row))
    return [
      ...(certificateName === contactName ? [] : [certificateName]),
      ordered,
      place.filter(Boolean).join(' · '),
      ...(pickupDate ? [t('card.pickup', { at: formatOptionalTime(pickupDate) })] : []),
      ...(reminderAtUtc ? [t('card.reminder', { at: formatOptionalTime(reminderAtUtc) })] : []),
    ].filter(Boolean)
  }
}
