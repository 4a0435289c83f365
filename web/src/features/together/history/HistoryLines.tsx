import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { HistoryEntry, HistoryPage } from '#contract/together/history'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { colonAfter } from '../../../i18n/written.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

export interface Line {
  label: string
  /** Omitted if there was no value before. */
  before?: string | undefined
  after: string
}

/** A history entry as text. */
export interface Told {
  what: string
  lines: readonly Line[]
}

export type HistoryPages = Pick<
  UseInfiniteQueryResult<{ pages: HistoryPage[] }, Error>,
  'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

interface Props {
  pages: HistoryPages
  /** Describes an entry; null if it contains nothing to display. */
  tell: (entry: HistoryEntry, names: HistoryPage['names']) => Told | null
  /** Horizontal padding, for lists that fill a frame. */
  px?: number
}

/** Returns the cursor of the next history page, for useApiPages. */
export const olderThan = ({ entries, more }: HistoryPage) => (more ? entries.at(-1)?.id : undefined)

/** Draws a change history, latest first. */
export function HistoryLines({ pages, tell, px = 0 }: Props) {
  const { t } = useTranslation('history')
  if (pages.error) return <ErrorState message={pages.error.message} onRetry={() => void pages.refetch()} />
  if (!pages.data) return <SkeletonLines lines={5} />
  const told = pages.data.pages.flatMap(({ entries, names }) =>
    entries.flatMap((entry) => {
      const words = tell(entry, names)
      return words ? [{ entry, words }] : []
    }),
  )
  return (
    <>
      {told.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ px, pb: 2 }}>
          {t('empty')}
        </Typography>
      )}
      <Box component="ol" aria-label={t('title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {told.map(({ entry, words }) => (
          <EntryRow key={entry.id} entry={entry} told={words} px={px} />
        ))}
      </Box>
      {pages.hasNextPage && (
        <Box sx={{ py: 2, px, borderTop: 1, borderColor: 'divider' }}>
          <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('older')}
          </Button>
        </Box>
      )}
    </>
  )
}

function EntryRow({ entry, told, px }: { entry: HistoryEntry; told: Told; px: number }) {
  const { t } = useTranslation('history')
  const short = told.lines.length === 0
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: `130px 110px ${short ? '' : '190px '}minmax(0, 1fr)` },
        columnGap: 2,
        px,
        py: 1.5,
        fontSize: 13,
        borderTop: 1,
        borderColor: 'divider',
        overflowWrap: 'anywhere',
      }}
    >
      <Box component="time" dateTime={entry.at} sx={{ color: 'text.secondary' }}>
        {formatDateTime(entry.at)}
      </Box>
      <span>{entry.username ?? t('system')}</span>
      <span>{told.what}</span>
      {!short && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
          {told.lines.map(({ label, before, after }) => (
            <span key={label}>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {colonAfter(label)}
              </Box>{' '}
              {before === undefined ? after : `${before} → ${after}`}
            </span>
          ))}
        </Box>
      )}
    </Box>
  )
}
