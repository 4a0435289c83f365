import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEnter, type ScreenName, screens } from '#contract/routes'
import { useCurrentUser } from '../session/session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { fold } from '../ui/format.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { useScreenActions } from '../ui/screen-actions.ts'

/** Every screen of the administration, by what it is about. */
const groups = {
  people: ['users', 'documentClassifications'],
  flames: ['allOpenFlames', 'allArchivedFlames', 'allOpenTodos'],
  trade: ['products', 'pallets', 'warehouses', 'forwardAgency'],
  terms: ['deliveryConditions', 'paymentConditions'],
  work: [
    'blackboards',
    'todoPackages',
    'predefinedTimeSlots',
    'timeSlotExceptions',
    'lockedPickupDates',
    'pickupLimits',
    'holidayRegions',
    'absenceEmail',
  ],
  calculations: ['steelTubes', 'woodFrames', 'calcFactors'],
  programs: ['telephony', 'accessKeys', 'webhooks'],
  mail: ['mailboxes', 'templates', 'emailSignature', 'letterhead'],
  data: ['csvImport', 'duplicateContacts', 'sharedDocuments', 'imageGallery', 'sectors'],
} as const satisfies Record<string, readonly ScreenName[]>
type Group = keyof typeof groups

export function MoreAdminMenuPage() {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  const [term, setTerm] = useState('')
  useScreenActions({ title: t('screen.moreAdminMenu') })
  const found = (Object.keys(groups) as Group[])
    .map((name) => ({
      name,
      entries: groups[name].filter(
        (screen) => mayEnter(screens[screen], user) && fold(t(`screen.${screen}`)).includes(fold(term.trim())),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <Box sx={{ maxWidth: 1100, display: 'grid', gap: 5, pt: 2 }}>
      <SearchField label={t('adminMenu.search')} value={term} onChange={setTerm} sx={{ maxWidth: 400 }} />
      {found.length === 0 && <EmptyState title={t('adminMenu.none')} />}
      {found.map(({ name, entries }) => (
        <Box component="section" key={name} aria-label={t(`adminMenu.group.${name}`)}>
          <Typography variant="h2" sx={{ mb: 2 }}>
            {t(`adminMenu.group.${name}`)}
          </Typography>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))' }}>
            {entries.map((screen) => (
              <Paper key={screen} variant="outlined" component={Link} to={screens[screen].path} sx={tile}>
                {t(`screen.${screen}`)}
              </Paper>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const tile = {
  display: 'block',
  px: 4,
  py: 4,
  color: 'text.primary',
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 2 },
} as const
