import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type EmailState, emailStates } from '#contract/emails'
import { type HistoryEntry, historyApi } from '#contract/history'
import { useApiPages } from '../../api/hooks.ts'
import { formatDateTime } from '../../ui/dates/zone.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonLines } from '../../ui/SkeletonLines.tsx'
import { useUsers } from '../users/use-users.ts'

/** Who did what with a message and when, the latest first. */
export function EmailHistory({ id }: { id: string }) {
  const { t } = useTranslation('emails')
  const users = useUsers()
  const pages = useApiPages(
    historyApi.ofEmail,
    (before: number | undefined) => ({ params: { id }, query: { before } }),
    ({ entries, more }) => (more ? entries.at(-1)?.id : undefined),
  )
  if (pages.error) return <ErrorState message={pages.error.message} onRetry={() => void pages.refetch()} />
  if (!pages.data) return <SkeletonLines lines={3} />
  const nameOf = (user: unknown) => users.get(textOf(user))?.username ?? t('history.nobody')
  const told = pages.data.pages
    .flatMap(({ entries }) => entries)
    .map((entry) => ({ entry, what: tell(entry, t, nameOf) }))
    .filter(({ what }) => what !== '')
  return (
    <>
      {told.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('history.empty')}
        </Typography>
      )}
      <Box component="ol" aria-label={t('history.title')} sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13 }}>
        {told.map(({ entry, what }) => (
          <Box
            key={entry.id}
            component="li"
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', sm: '130px 110px minmax(0, 1fr)' },
              columnGap: 2,
              py: 1,
              overflowWrap: 'anywhere',
            }}
          >
            <Box component="time" dateTime={entry.at} sx={{ color: 'text.secondary' }}>
              {formatDateTime(entry.at)}
            </Box>
            <span>{entry.username ?? t('history.system')}</span>
            <span>{what}</span>
          </Box>
        ))}
      </Box>
      {pages.hasNextPage && (
        <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('history.older')}
        </Button>
      )}
    </>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
type Change = HistoryEntry['changes'][number]

/** An entry in words; empty when nothing in it says something to a person. */
function tell({ entity, changes }: HistoryEntry, t: TFunction<'emails'>, nameOf: (user: unknown) => string): string {
  if (entity === 'comment') {
    const text = changes.find(({ field }) => field === 'text')
    return text ? `${t('history.commented')}: ${textOf(text.after ?? text.before)}` : ''
  }
  const stateOf = (state: unknown) =>
    emailStates.some((known) => known === state) ? t(`state.${state as EmailState}`) : ''
  const words: Record<string, (change: Change) => string> = {
    state: ({ before, after }) => `${t('history.state')}: ${stateOf(before)} → ${stateOf(after)}`,
    assigneeId: ({ before, after }) => `${t('history.assigneeId')}: ${nameOf(before)} → ${nameOf(after)}`,
    contactId: ({ after }) => t(after === null ? 'history.released' : 'history.linked'),
    important: ({ after }) => `${t('history.important')}: ${t(after ? 'history.yes' : 'history.no')}`,
    deletedAt: ({ after }) => t(after === null ? 'history.restored' : 'history.binned'),
  }
  return changes
    .map((change) => words[change.field]?.(change) ?? '')
    .filter(Boolean)
    .join(', ')
}
