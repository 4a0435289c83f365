import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { administrationApi, type CountedScreen, isSetting } from '#contract/overview/administration'
import { mayEnter, screens } from '#contract/routes'
import { useApi } from '../api/hooks.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../session/session.ts'
import { Box } from '../ui/layout/Box.tsx'
import { Paper } from '../ui/layout/Paper.tsx'
import { useScreenActions } from '../ui/navigation/screen-actions.ts'
import { SearchField } from '../ui/search/SearchField.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { finder } from '../ui/text/find.ts'
import { formatNumber } from '../ui/text/format.ts'
import { Typography } from '../ui/text/Typography.tsx'
import { type AdministrationGroup, type AdministrationScreen, administration } from './administration.ts'

/** Start page of the administration: its screens by group, with a description and the number of their entries. */
export function MoreAdminMenuPage() {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  const may = useMay()
  const [term, setTerm] = useState('')
  useScreenActions({ title: t('screen.moreAdminMenu') })
  // the tiles work without their counts as well
  const counts = useApi(
    administrationApi.counts,
    {},
    { quiet: true, enabled: may(administrationApi.counts.allow) },
  ).data
  const says = (screen: AdministrationScreen) => `${t(`screen.${screen}`)} ${t(`adminMenu.about.${screen}`)}`
  const holds = finder(term)
  const found = (Object.keys(administration) as AdministrationGroup[])
    .map((name) => ({
      name,
      entries: administration[name].filter((screen) => mayEnter(screens[screen], user) && holds(says(screen))),
    }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <Box sx={{ maxWidth: 1180, display: 'grid', gap: 5, pt: 2 }}>
      <SearchField label={t('adminMenu.search')} value={term} onChange={setTerm} sx={{ maxWidth: 400 }} />
      {found.length === 0 && <EmptyState title={t('adminMenu.none')} />}
      {found.map(({ name, entries }) => (
        <Box component="section" key={name} aria-label={t(`adminMenu.group.${name}`)}>
          <Typography variant="h2" sx={{ mb: 2 }}>
            {t(`adminMenu.group.${name}`)}
          </Typography>
          <Box sx={tiles}>
            {entries.map((screen) => (
              <Tile key={screen} screen={screen} count={counts?.[screen as CountedScreen]} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function Tile({ screen, count }: { screen: AdministrationScreen; count: number | undefined }) {
  const { t } = useTranslation('shell')
  const id = useId()
  return (
    <Paper sx={tile}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline' }}>
        <Box component={Link} to={screens[screen].path} aria-describedby={`${id}-count ${id}-about`} sx={wholeTile}>
          {t(`screen.${screen}`)}
        </Box>
        <Box component="span" id={`${id}-count`} sx={{ color: 'text.secondary' }}>
          {count !== undefined &&
            (isSetting(screen) ? t(count > 0 ? 'adminMenu.set' : 'adminMenu.notSet') : formatNumber(count))}
        </Box>
      </Box>
      <Typography variant="body2" color="textSecondary" id={`${id}-about`}>
        {t(`adminMenu.about.${screen}`)}
      </Typography>
    </Paper>
  )
}

const tiles = { display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }
const tile = {
  position: 'relative',
  display: 'grid',
  gap: 1,
  alignContent: 'start',
  px: 4,
  py: 3,
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-within:has(:focus-visible)': { outline: '2px solid var(--accent)', outlineOffset: 2 },
} as const
/** Makes the whole tile a click target, while the link is named by its title alone. */
const wholeTile = {
  flex: 1,
  fontWeight: 600,
  color: 'text.primary',
  textDecoration: 'none',
  outline: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
} as const
