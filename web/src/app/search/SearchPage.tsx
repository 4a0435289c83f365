import LinearProgress from '@mui/material/LinearProgress'
import Pagination from '@mui/material/Pagination'
import { type KeyboardEvent, useState } from 'react'
import { hitsOfPage, hitsOfType, maxSearchTerm, omnisearchApi, type TypeCount } from '#contract/overview/omnisearch'
import { useApi } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { pageLook } from '../../ui/layout/look.ts'
import { useGo } from '../../ui/navigation/screens.ts'
import { SearchField } from '../../ui/search/SearchField.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Typography } from '../../ui/text/Typography.tsx'
import { HitList } from './HitList.tsx'
import { HitTypes } from './HitTypes.tsx'
import { SearchFilters } from './SearchFilters.tsx'
import { type Asked, useAsked } from './use-asked.ts'

/** Page with all hits of the global search, filtered by type, period and person. The address holds the query. */
export function SearchPage() {
  const { t } = useTranslation('search')
  const asked = useAsked()
  const go = useGo()
  const { term, type, since, until, contact, user, page } = asked
  const search = useApi(
    omnisearchApi.page,
    { query: { searchTerm: term, searchType: type, from: since, until, contactRef: contact, userRef: user, page } },
    { enabled: term !== '', quiet: true, keepPrevious: true },
  )
  const { hits = [], counts = [] } = (term === '' ? undefined : search.data) ?? {}
  // every other change starts at the first page
  const ask = ({ page: number, ...change }: Partial<Asked>) =>
    go('search', { ...asked, ...change, page: number && number > 1 ? String(number) : undefined })
  const shown = counts.filter(({ searchType }) => !type || searchType === type)
  const isSettled = search.isSuccess && !search.isPlaceholderData

  return (
    <Box sx={{ ...pageLook, gap: 3 }} onKeyDown={moveFocus}>
      <TermField key={term} term={term} onAsk={(typed) => ask({ term: typed })} />
      <SearchFilters asked={asked} onChange={ask} />
      <HitTypes counts={counts} chosen={type} onChoose={(chosen) => ask({ type: chosen })} />
      <Box sx={{ height: 2 }}>
        {term !== '' && search.isFetching && <LinearProgress aria-label={t('searching')} sx={{ height: 2 }} />}
      </Box>
      {search.error && <ErrorState message={t('failed')} onRetry={() => void search.refetch()} />}
      {term === '' && <EmptyState title={t('page.start')} hint={t('page.startHint')} />}
      {term !== '' && isSettled && hits.length === 0 && <EmptyState title={t('nothing', { term })} />}
      <HitList hits={hits} />
      <Pages counts={shown} page={page} onPage={(number) => ask({ page: number })} />
    </Box>
  )
}

/** Field that searches on Enter; the address holds the last query. */
function TermField({ term, onAsk }: { term: string; onAsk: (term: string) => void }) {
  const { t } = useTranslation('search')
  const [typed, setTyped] = useState(term)
  return (
    <Box
      component="form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(typed.trim().slice(0, maxSearchTerm))
      }}
    >
      <SearchField
        label={t('page.term')}
        placeholder={t('placeholder')}
        value={typed}
        onChange={setTyped}
        sx={{ width: '100%', maxWidth: 680 }}
      />
    </Box>
  )
}

function Pages({
  counts,
  page,
  onPage,
}: {
  counts: readonly TypeCount[]
  page: number
  onPage: (page: number) => void
}) {
  const { t } = useTranslation('search')
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const pages = Math.ceil(total / hitsOfPage)
  const isCut = counts.some(({ more }) => more)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, pb: 3 }}>
      {pages > 1 && (
        <Pagination
          aria-label={t('page.pages')}
          count={Math.min(pages, hitsOfType.ranked)}
          page={Math.min(page, pages)}
          onChange={(_event, number) => onPage(number)}
          getItemAriaLabel={(item, number) =>
            item === 'previous' || item === 'next' ? t(`page.${item}`) : String(number)
          }
        />
      )}
      {isCut && page >= pages && (
        <Typography variant="body2" color="textSecondary">
          {t('page.narrow')}
        </Typography>
      )}
    </Box>
  )
}

/** Moves the focus with the arrow keys between the field and the hits. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const focused = document.activeElement
  if (!step || !focused?.matches('[data-hit], [type=search]')) return
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('[type=search], [data-hit]')]
  const next = places[places.indexOf(focused as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
