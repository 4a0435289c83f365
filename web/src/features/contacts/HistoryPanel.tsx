import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type HistoryEntry, historyApi } from '#contract/history'
import { masterData } from '#contract/master-data'
import { useApi, useApiPages } from '../../api/hooks.ts'
import { formatDateTime } from '../../ui/dates/zone.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonLines } from '../../ui/SkeletonLines.tsx'
import { type Told, tell, type Words } from './history-words.ts'
import { Panel } from './Panel.tsx'

/** Who changed what and when, the latest first. */
export function HistoryPanel({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contacts')
  const words = useWords(contactId)
  const pages = useHistory(contactId)
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? []
  const lines = entries.flatMap((entry) => {
    const told = tell(entry, words)
    return told ? [{ entry, told }] : []
  })

  return (
    <Box sx={{ mt: 3 }}>
      <Panel title={t('history.title')}>
        {pages.isPending && <SkeletonLines lines={5} />}
        {pages.error && <ErrorState message={pages.error.message} onRetry={() => void pages.refetch()} />}
        {pages.data && lines.length === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ px: 3, pb: 2 }}>
            {t('history.empty')}
          </Typography>
        )}
        <Box component="ol" aria-label={t('history.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {lines.map(({ entry, told }) => (
            <EntryRow key={entry.id} entry={entry} told={told} />
          ))}
        </Box>
        {pages.hasNextPage && (
          <Box sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
            <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t('history.older')}
            </Button>
          </Box>
        )}
      </Panel>
    </Box>
  )
}

function EntryRow({ entry, told }: { entry: HistoryEntry; told: Told }) {
  const { t } = useTranslation('contacts')
  const created = entry.action === 'CREATED'
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '130px 110px 190px minmax(0, 1fr)' },
        columnGap: 2,
        px: 3,
        py: 1.5,
        fontSize: 13,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box component="time" dateTime={entry.at} sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {formatDateTime(entry.at)}
      </Box>
      <span>{entry.username ?? t('history.system')}</span>
      <span>{told.what}</span>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, overflowWrap: 'anywhere' }}>
        {told.lines.map(({ label, before, after }) => (
          <span key={label}>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {label}:
            </Box>{' '}
            {created ? after : `${before} → ${after}`}
          </span>
        ))}
      </Box>
    </Box>
  )
}

function useHistory(id: string) {
  return useApiPages(
    historyApi.ofContact,
    (before: number | undefined) => ({ params: { id }, query: { before } }),
    ({ entries, more }) => (more ? entries.at(-1)?.id : undefined),
  )
}

function useWords(contactId: string): Words {
  const { t, i18n } = useTranslation('contacts')
  const { t: ui } = useTranslation('ui')
  const { data } = useApi(masterData.sectors.list, {})
  return useMemo(
    () => ({
      t,
      yes: ui('value.yes'),
      no: ui('value.no'),
      language: i18n.language,
      sectors: new Map(data?.map((sector) => [sector.id, sector.title])),
      contactId,
    }),
    [t, ui, i18n.language, data, contactId],
  )
}
