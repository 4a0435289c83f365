import Chip from '@mui/material/Chip'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { DataTable, type DataTableProps } from '../../ui/DataTable/DataTable.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { pageLook, tableLook } from '../../ui/layout/look.ts'
import { useGo } from '../../ui/navigation/screens.ts'
import { TypedSearchField } from '../../ui/search/TypedSearchField.tsx'
import type { useAsked } from './use-asked.ts'

type Shown<Card extends object> = Pick<
  DataTableProps<Card>,
  'columns' | 'rows' | 'rowName' | 'cardLines' | 'onOpen' | 'hrefOf' | 'rowActions' | 'allRows'
>

interface Props<Card extends object> extends Shown<Card> {
  name: 'ownDueFlames' | 'allOpenFlames' | 'allArchivedFlames' | 'ownDueProjects' | 'allArchivedProjects'
  asked: Pick<ReturnType<typeof useAsked>, 'typed' | 'setTyped' | 'text' | 'sortBy'>
  found: Pick<
    UseInfiniteQueryResult<unknown, Error>,
    'error' | 'refetch' | 'isFetching' | 'hasNextPage' | 'fetchNextPage'
  >
  /** Number of cards without a search, if it was requested. */
  total: number | undefined
  /** Additional filters of the URL as texts; one click clears them. */
  narrowed: readonly string[]
  words: { search: string; searchHint: string; nothing: string; empty: string }
}

/** A table of cards of all boards, searched and sorted by the server. */
export function CardList<Card extends object & { id: string }>(props: Props<Card>) {
  const { name, asked, found, total, narrowed, words, rows: latest, ...shown } = props
  const { t } = useTranslation('shell')
  const go = useGo()
  const rows = useDeferredValue(latest)
  return (
    <Box sx={pageLook}>
      <Box sx={tableLook}>
        <DataTable
          {...shown}
          tableId={name}
          label={t(`screen.${name}`)}
          rows={found.error ? undefined : rows}
          rowId={(row) => row.id}
          onQuery={({ sorting }) => asked.sortBy(sorting)}
          busy={found.isFetching}
          error={found.error ? { message: found.error.message, onRetry: () => void found.refetch() } : undefined}
          moreThan={found.hasNextPage ? rows?.length : undefined}
          allFound={total}
          onEndReached={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
          csvName={t(`screen.${name}`)}
          empty={{ title: asked.text || narrowed.length > 0 ? words.nothing : words.empty }}
        >
          <TypedSearchField
            label={words.search}
            placeholder={words.searchHint}
            value={asked.typed}
            onChange={asked.setTyped}
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
}
