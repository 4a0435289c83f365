import type { SearchHit } from '#contract/overview/omnisearch'
import { useTranslation } from '../../i18n/use-translation.ts'
import { formatDateTime } from '../../ui/dates/zone.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { ScreenLink } from '../../ui/navigation/ScreenLink.tsx'
import { Typography } from '../../ui/text/Typography.tsx'
import { hitIcons } from './hit-icons.ts'
import { hitPlace } from './hit-place.ts'
import { foundText } from './shown-hit.ts'

export function HitList({ hits }: { hits: readonly SearchHit[] }) {
  const { t } = useTranslation('search')
  if (hits.length === 0) return null
  return (
    <Box component="ul" aria-label={t('found')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {hits.map((hit) => (
        <Hit key={`${hit.searchType} ${hit.id}`} hit={hit} />
      ))}
    </Box>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  const { t } = useTranslation('search')
  const { searchType, title, contactName, address, atUtc, matched } = hit
  const Icon = hitIcons[searchType]
  const place = hitPlace(hit)
  const found = foundText(hit)
  const name = title || found
  const beside = [
    t(`kind.${searchType}`),
    contactName !== name && contactName,
    matched.field !== 'ADDRESS' && address,
    formatDateTime(atUtc),
  ]
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 3, py: 2, borderBottom: 1, borderColor: 'divider', alignItems: 'flex-start' }}
    >
      <Icon fontSize="small" color="action" sx={{ mt: 0.5 }} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {place ? (
          <ScreenLink href={place} data-hit variant="body1">
            {name}
          </ScreenLink>
        ) : (
          <Typography>{name}</Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {beside.filter(Boolean).join(' · ')}
        </Typography>
        {found !== name && (
          <Typography variant="body2">
            {t(`field.${matched.field}`)}: {found}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
