import { alpha, type SxProps, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Link, useMatches } from '@tanstack/react-router'
import { memo, Suspense, useId, useMemo } from 'react'
import { type ScreenName, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'
import { useTranslation } from '../../i18n/use-translation.ts'
import { withNarrowBar } from '../../theme/narrow.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { lazyPart } from '../../ui/rendering/lazy-part.tsx'
import { afterScreen } from '../idle.ts'
import { type GroupName, navigationOf, standingFor } from '../navigation.ts'

const DueCount = lazyPart(
  afterScreen(() => import('./DueBadges.tsx')),
  'DueCount',
)
const Drawer = lazyPart(() => import('@mui/material/Drawer'), 'default')

interface Props {
  user: CurrentUser
  narrow: boolean
  open: boolean
  onClose: () => void
}

export function NavigationDrawer({ user, narrow, open, onClose }: Props) {
  const { t } = useTranslation('shell')
  const counted = useMediaQuery(withNarrowBar)
  const shown = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const selected = standingFor(shown, user)
  const groups = useMemo(() => navigationOf(user), [user])
  const list = (
    <Box component="nav" aria-label={t('navigation')} sx={{ width: narrow ? 260 : 248, py: 2 }}>
      {groups.map(({ name, entries }) => (
        <Group
          key={name}
          name={name}
          entries={entries}
          shown={isIn(entries, shown)}
          selected={isIn(entries, selected)}
          counted={counted}
          onChosen={narrow ? onClose : undefined}
        />
      ))}
    </Box>
  )
  if (narrow) {
    return (
      <Suspense>
        <Drawer open={open} onClose={onClose}>
          {list}
        </Drawer>
      </Suspense>
    )
  }
  if (!open) return null
  return (
    <Box
      sx={{
        borderRight: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        overflow: 'auto',
        displayPrint: 'none',
      }}
    >
      {list}
    </Box>
  )
}

const isIn = (entries: GroupProps['entries'], screen: ScreenName | undefined) =>
  entries.find((entry) => entry.screen === screen)?.screen

interface GroupProps {
  name: GroupName
  entries: ReturnType<typeof navigationOf>[number]['entries']
  shown: ScreenName | undefined
  selected: ScreenName | undefined
  counted: boolean
  onChosen?: () => void
}

const Group = memo(function Group({ name, entries, shown, selected, counted, onChosen }: GroupProps) {
  const { t } = useTranslation('shell')
  const id = useId()
  return (
    <Box sx={{ mb: 2 }}>
      <Box id={id} sx={groupLook}>
        {t(`group.${name}`)}
      </Box>
      <Box component="ul" aria-labelledby={id} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map(({ screen, icon }) => (
          <Entry
            key={screen}
            screen={screen}
            icon={icon}
            selected={screen === selected}
            here={screen === shown}
            counted={counted}
            onChosen={onChosen}
          />
        ))}
      </Box>
    </Box>
  )
})

interface EntryProps {
  screen: ScreenName
  icon: GroupProps['entries'][number]['icon']
  selected: boolean
  /** The shown screen is this entry itself, not one below it. */
  here: boolean
  counted: boolean
  onChosen?: () => void
}

/** Memoised, so that navigating redraws only the two entries concerned. */
const Entry = memo(function Entry({ screen, icon: Icon, selected, here, counted, onChosen }: EntryProps) {
  const { t } = useTranslation('shell')
  return (
    <li>
      <Box
        component={Link}
        to={screens[screen].path}
        aria-current={here ? 'page' : selected ? 'true' : undefined}
        data-selected={selected}
        tabIndex={0}
        onClick={onChosen}
        sx={entryLook}
      >
        <Icon fontSize="small" sx={iconLook} />
        {t(`screen.${screen}`)}
        <Suspense>{counted && <DueCount screen={screen} />}</Suspense>
      </Box>
    </li>
  )
})

const onGround = ({ palette }: Theme, shade: number) =>
  alpha(palette.primary.main, palette.action.selectedOpacity + shade)

const entryLook: SxProps<Theme> = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 34,
  py: 1,
  px: 4,
  color: 'inherit',
  textDecoration: 'none',
  userSelect: 'none',
  WebkitTapHighlightColor: 'transparent',
  transition: 'background-color 150ms',
  '@media (hover: hover)': { '&:hover': { bgcolor: 'action.hover' } },
  '&:focus-visible': { bgcolor: 'action.focus' },
  // the link is marked as current while its screen is still loading
  '&[data-selected=true]': {
    bgcolor: (theme) => onGround(theme, 0),
    boxShadow: (theme) => `inset 3px 0 0 ${theme.palette.secondary.main}`,
    '@media (hover: hover)': { '&:hover': { bgcolor: (theme) => onGround(theme, theme.palette.action.hoverOpacity) } },
    '&:focus-visible': { bgcolor: (theme) => onGround(theme, theme.palette.action.focusOpacity) },
  },
}
const iconLook = { color: 'action.active', forcedColorAdjust: 'auto', mr: 3 }

const groupLook = { px: 4, color: 'text.secondary', fontSize: 12, fontWeight: 500, lineHeight: '32px' }
