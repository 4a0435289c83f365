import type { Contact } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { useApiPages } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { EncounterText } from './EncounterText.tsx'
import { useEncounterWords } from './encounter-words.ts'
import { useEncounterActions } from './use-encounter-actions.ts'

/** Lists the deleted encounters of a contact, to restore them. */
export function BinDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { t } = useTranslation('encounters')
  const { nameOf } = useEncounterWords()
  const { restore } = useEncounterActions(contact)
  const bin = useApiPages(
    encounterApi.bin,
    (page: number | undefined) => ({ params: { id: contact.id }, query: { page } }),
    ({ encounters }, pages) => (encounters.length > 0 ? pages.length + 1 : undefined),
  )
  const binned = bin.data?.pages.flatMap(({ encounters }) => encounters) ?? []
  const total = bin.data?.pages[0]?.total ?? 0
  return (
    <Dialog open title={t('bin.title')} width={640} onClose={onClose}>
      {bin.isPending && <SkeletonLines lines={5} />}
      {bin.error && <ErrorState message={bin.error.message} onRetry={() => void bin.refetch()} />}
      {bin.data && total === 0 && <EmptyState title={t('bin.empty')} />}
      <Box component="ul" aria-label={t('bin.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {binned.map((encounter) => (
          <Box
            component="li"
            key={encounter.id}
            sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, py: 2, borderTop: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1, minWidth: 0, fontSize: 13 }}>
              <Box sx={{ fontWeight: 600 }}>{nameOf(encounter)}</Box>
              <Box sx={{ color: 'text.secondary' }}>
                {t(encounter.updatedBy ? 'bin.deletedBy' : 'bin.deletedAt', {
                  // whoever deletes an encounter is the last who changed it
                  who: encounter.updatedBy ?? '',
                  at: formatDateTime(encounter.deletedAtUtc ?? ''),
                })}
              </Box>
              <EncounterText encounter={encounter} name={nameOf(encounter)} />
            </Box>
            {contact.deletedAtUtc === null && (
              <Button
                aria-label={t('bin.restoreOne', { name: nameOf(encounter) })}
                onClick={() => restore([encounter.id], nameOf(encounter))}
              >
                {t('bin.restore')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {binned.length < total && bin.hasNextPage && (
        <Button loading={bin.isFetchingNextPage} onClick={() => void bin.fetchNextPage()}>
          {t('bin.more')}
        </Button>
      )}
    </Dialog>
  )
}
