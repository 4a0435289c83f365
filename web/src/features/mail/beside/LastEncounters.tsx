import { type Encounter, encounterApi, isEmail } from '#contract/contacts/encounters'
import { pathTo } from '#contract/routes'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { emailOf, flameOf, typeIcons, useEncounterWords } from '../../contacts/encounters/encounter-words.ts'
import { flameKeys } from '../../orders/flames/flame-keys.ts'
import { shortTime } from '../short-time.ts'
import { Part } from './Part.tsx'

const most = 8

interface Props {
  contactId: string
  /** The e-mail shown beside this list, which is excluded. */
  emailId: string
}

/** Shows the last encounters of a contact. */
export function LastEncounters({ contactId, emailId }: Props) {
  const { t } = useTranslation('emails')
  const { data, error, refetch } = useApi(
    encounterApi.list,
    { params: { id: contactId }, query: { pageSize: most + 1 } },
    { quiet: true },
  )
  const lately = data?.encounters.filter((one) => emailOf(one) !== emailId).slice(0, most)
  return (
    <Part title={t('beside.lately')}>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !lately && <SkeletonLines lines={4} />}
      {lately?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('beside.nothingLately')}
        </Typography>
      )}
      {lately && lately.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {lately.map((one) => (
            <Row key={one.id} encounter={one} />
          ))}
        </Box>
      )}
    </Part>
  )
}

function Row({ encounter }: { encounter: Encounter }) {
  const { t } = useTranslation('encounters')
  const { titleOf } = useEncounterWords()
  const { encounterType: type, originalKnownSince, description } = encounter
  const Icon = typeIcons[type]
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, fontSize: 13, minWidth: 0 }}>
      <Icon titleAccess={t(`type.${type}`)} sx={{ fontSize: 16, mt: 0.25, color: 'text.secondary', flexShrink: 0 }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <ScreenLink href={wayTo(encounter)} sx={{ display: 'block' }} noWrap>
          {titleOf(encounter)}
        </ScreenLink>
        {!isEmail(type) && description && (
          <Typography variant="body2" color="textSecondary" noWrap>
            {description
              .split('\n')
              .map((line) => line.trim())
              .join(' · ')}
          </Typography>
        )}
      </Box>
      <Box component="time" dateTime={originalKnownSince} sx={{ color: 'text.secondary', fontSize: 12, flexShrink: 0 }}>
        {shortTime(originalKnownSince)}
      </Box>
    </Box>
  )
}

/** Returns the path to the e-mail or order of an encounter, else to the encounter itself. */
function wayTo(encounter: Encounter): string {
  const email = emailOf(encounter)
  if (email) return pathTo('email', { emailId: email })
  const flame = flameOf(encounter)
  if (flame) return pathTo('flame', flameKeys(flame))
  return pathTo('contactEncounter', { id: encounter.contactRef, encounterId: encounter.id })
}
