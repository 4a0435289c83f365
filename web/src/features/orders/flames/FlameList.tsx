import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlameSearch } from '#contract/orders/flame-search'
import { type FlameCard, flameApi } from '#contract/orders/flames'
import { allPages, useApiPages, useCount } from '../../../api/hooks.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { pageLook, tableLook } from '../../../ui/look.ts'
import { SearchField } from '../../../ui/SearchField.tsx'
import { useGo } from '../../../ui/screens.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { sortOf, useFlameColumns } from './flame-columns.tsx'
import { flameKeys } from './flame-keys.ts'
import { useRowActions } from './use-row-actions.ts'

export type Which = Partial<FlameSearch>

interface Props {
  name: 'ownDueFlames' | 'allOpenFlames' | 'allArchivedFlames'
  which: Which
  /** What `which` asks for beyond what the screen always shows, in words; one click shows all again. */
  narrowed?: readonly string[]
  /** The order before anybody chooses one: dates that come first, all else the latest first. */
  sort: FlameSearch['sort']
  empty: string
}

const nextPage = ({ more }: { more: boolean }, pages: unknown[]) => (more ? pages.length + 1 : undefined)

/** Flames of all boards, which the server finds and sorts. */
export function FlameList({ name, which, narrowed = [], sort, empty }: Props) {
  const { t } = useTranslation('flames')
  const { t: shell } = useTranslation('shell')
  const go = useGo()
  const columns = useFlameColumns({ archived: which.archived === true })
  const actionsOf = useRowActions()
  const [order, setOrder] = useState({ sort, descending: sort !== 'REMINDER' })
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), 250)
  const inputOf = (page: number | undefined) => ({ body: { ...which, ...order, ...(text ? { text } : {}), page } })
  const found = useApiPages(flameApi.search, inputOf, nextPage)
  const total = useCount(flameApi.count, { body: which }, found.hasNextPage && text === '')
  const rows = useDeferredValue(useMemo(() => found.data?.pages.flatMap(({ flames }) => flames), [found.data]))

  return (
    <Box sx={pageLook}>
      <Box sx={tableLook}>
        <DataTable
          tableId={name}
          label={shell(`screen.${name}`)}
          columns={columns}
          rows={found.error ? undefined : rows}
          rowId={(row) => row.id}
          rowName={(row) => row.contactName || t('unknown')}
          cardLines={linesOf}
          onOpen={(row) => go('flame', flameKeys(row))}
          rowActions={actionsOf}
          onQuery={({ sorting: [first] }) =>
            setOrder(
              first
                ? { sort: sortOf[first.id] ?? sort, descending: first.desc }
                : { sort, descending: sort !== 'REMINDER' },
            )
          }
          busy={found.isFetching}
          error={found.error ? { message: found.error.message, onRetry: () => void found.refetch() } : undefined}
          moreThan={found.hasNextPage ? rows?.length : undefined}
          allFound={total}
          onEndReached={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
          csvName={shell(`screen.${name}`)}
          allRows={async () => (await allPages(flameApi.search, inputOf, nextPage)).flatMap(({ flames }) => flames)}
          empty={{ title: text || narrowed.length > 0 ? t('list.nothing') : empty }}
        >
          <SearchField
            label={t('list.search')}
            placeholder={t('list.searchHint')}
            value={typed}
            onChange={setTyped}
            sx={{ width: 300, maxWidth: '100%' }}
          />
          {narrowed.length > 0 && (
            <Chip
              label={narrowed.join(' · ')}
              onDelete={() => go(name, {}, { replace: true })}
              sx={{ maxWidth: '100%' }}
            />
          )}
        </DataTable>
      </Box>
    </Box>
  )

  /** What it is called otherwise, what is ordered, where it stands and when what is. */
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
