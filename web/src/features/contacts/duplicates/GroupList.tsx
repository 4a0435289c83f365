import { type DuplicateGroup, duplicateApi } from '#contract/contacts/duplicates'
import { useApiPages } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ContactLink } from '../ContactLink.tsx'
import { placeLine } from '../copy-texts.ts'
import { useReasonWords } from './reason-words.ts'

/** Lists the suggested groups, the most likely first. */
export function GroupList() {
  const { t } = useTranslation('duplicates')
  const pages = useApiPages(
    duplicateApi.list,
    (page: number | undefined) => ({ query: { page } }),
    ({ more }, all) => (more ? all.length + 1 : undefined),
  )
  const groups = pages.data?.pages.flatMap((page) => page.groups)
  const total = pages.data?.pages[0]?.total ?? 0

  if (pages.error) {
    return <ErrorState title={t('list.failed')} message={pages.error.message} onRetry={() => void pages.refetch()} />
  }
  if (!groups) return <SkeletonLines lines={8} />
  if (groups.length === 0) return <EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('list.total', { count: total, text: formatNumber(total) })}
      </Typography>
      <Box
        component="ul"
        aria-label={t('list.label')}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {groups.map((group) => (
          <GroupCard key={group.id} group={group} />
        ))}
      </Box>
      {pages.hasNextPage && (
        <Button sx={{ mt: 2 }} loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('list.more')}
        </Button>
      )}
    </Box>
  )
}

function GroupCard({ group }: { group: DuplicateGroup }) {
  const { t } = useTranslation('duplicates')
  const go = useGo()
  const { sentences } = useReasonWords()
  const names = group.contacts.map(({ fullName }) => fullName).join(', ')
  return (
    <Paper component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, p: 3 }}>
      <Score score={group.score} />
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        {group.contacts.map((contact) => (
          <Box
            key={contact.id}
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 13, lineHeight: '26px' }}
          >
            <ContactLink id={contact.id}>{contact.fullName}</ContactLink>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {[contact.street, placeLine(contact)].filter(Boolean).join(', ')}
            </Box>
          </Box>
        ))}
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {sentences(group.reasons).join(' · ')}
        </Typography>
      </Box>
      <Button
        variant="outlined"
        aria-label={t('list.openOf', { names })}
        onClick={() => go('duplicateContacts', { id: group.id })}
      >
        {t('list.open')}
      </Button>
    </Paper>
  )
}

export function Score({ score }: { score: number }) {
  const { t } = useTranslation('duplicates')
  return (
    <Typography variant="h2" component="span" role="img" aria-label={t('scoreOf', { score })} sx={{ minWidth: 52 }}>
      {t('score', { score })}
    </Typography>
  )
}
