import MenuIcon from '@mui/icons-material/Menu'
import useMediaQuery from '@mui/material/useMediaQuery'
import { memo, Suspense, useEffect } from 'react'
import { productTitle } from '#contract/limits'
import type { ScreenName } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { onNarrowest, onTablet, withNarrowBar } from '../../theme/narrow.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { KeptPlace } from '../../ui/buttons/KeptPlace.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { useShownActions } from '../../ui/navigation/screen-actions.ts'
import { lazyPart } from '../../ui/rendering/lazy-part.tsx'
import { Typography } from '../../ui/text/Typography.tsx'
import { Tooltip } from '../../ui/tooltips/Tooltip.tsx'
import { afterScreen } from '../idle.ts'
import { SearchButton } from '../search/SearchButton.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import { AvatarMenu } from './AvatarMenu.tsx'
import { BackButton } from './BackButton.tsx'
import { DashboardButton } from './DashboardButton.tsx'
import { ScreenTabs } from './ScreenTabs.tsx'

const ComposeButton = lazyPart(
  afterScreen(() => import('./ComposeButton.tsx')),
  'ComposeButton',
)
const DueBadges = lazyPart(
  afterScreen(() => import('./DueBadges.tsx')),
  'DueBadges',
)
const NotificationButtons = lazyPart(
  afterScreen(() => import('../../features/together/notifications/NotificationButtons.tsx')),
  'NotificationButtons',
)
const SignedInButton = lazyPart(
  afterScreen(() => import('../../features/users/people/SignedInButton.tsx')),
  'SignedInButton',
)

interface Props {
  user: CurrentUser
  screen: ScreenName | undefined
  drawerOpen: boolean
  /** Without it there is no navigation. */
  onMenu?: () => void
}

/** Cuts long titles after two lines. */
const inLines = {
  display: '-webkit-box',
  fontSize: { xs: 13, sm: 16 },
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  hyphens: 'auto',
  lineHeight: 1.2,
} as const

export function TopBar({ user, screen, drawerOpen, onMenu }: Props) {
  const { t } = useTranslation('shell')
  const narrow = useMediaQuery(onTablet)
  const cramped = useMediaQuery(withNarrowBar)
  const below = useMediaQuery(onNarrowest)
  const { title, tabs } = useShownActions()
  const name = title ?? (screen && screen !== 'start' ? t(`screen.${screen}`) : '')
  useEffect(() => {
    document.title = name ? `${name} – ${productTitle}` : productTitle
  }, [name])

  return (
    <Box
      component="header"
      sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider', displayPrint: 'none' }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: below ? 'wrap' : 'nowrap',
          alignItems: 'center',
          gap: { xs: 0.5, sm: 2 },
          minHeight: 48,
          px: { xs: 1, sm: 2 },
        }}
      >
        {onMenu && (
          <Tooltip title={t('menu')}>
            <IconButton aria-label={t('menu')} aria-expanded={drawerOpen} onClick={onMenu}>
              <MenuIcon />
            </IconButton>
          </Tooltip>
        )}
        {(!narrow || !name) && (
          <Typography component="span" sx={{ fontSize: 16, fontWeight: 700, color: 'secondary.main', px: 1 }}>
            {productTitle}
          </Typography>
        )}
        <BackButton narrow={narrow} />
        {below && name && <Box sx={{ flex: 1 }} />}
        <Typography
          variant="h1"
          noWrap={!narrow}
          title={name}
          sx={{
            fontSize: 16,
            flex: narrow || !tabs ? '1 1 0' : '0 1 auto',
            minWidth: 0,
            ...(narrow ? inLines : {}),
            ...(below && name ? { order: 1, flexBasis: '100%', px: 1, pb: 1 } : {}),
          }}
        >
          {name}
        </Typography>
        {!narrow && tabs && <ScreenTabs tabs={tabs} />}
        <ActionButtons narrow={narrow} />
        <OnEveryScreen user={user} cramped={cramped} />
      </Box>
      {narrow && tabs && <ScreenTabs tabs={tabs} />}
    </Box>
  )
}

/** Memoised, so that screens changing the bar do not redraw it. */
const OnEveryScreen = memo(function OnEveryScreen({ user, cramped }: { user: CurrentUser; cramped: boolean }) {
  const may = useMay()
  return (
    <>
      {!user.secondFactorMissing && <SearchButton user={user} />}
      <Suspense fallback={may('EMAIL_CREATE') && !user.secondFactorMissing && <KeptPlace width={32} />}>
        <ComposeButton user={user} />
      </Suspense>
      {!cramped && <DashboardButton user={user} />}
      <Suspense>{!cramped && <DueBadges user={user} />}</Suspense>
      {!user.secondFactorMissing && (
        <>
          <Suspense
            fallback={
              <>
                {!cramped && <KeptPlace />}
                <KeptPlace />
              </>
            }
          >
            <NotificationButtons user={user} />
          </Suspense>
          <Suspense fallback={!cramped && may('USER_READ') && <KeptPlace />}>
            <SignedInButton />
          </Suspense>
        </>
      )}
      <AvatarMenu user={user} />
    </>
  )
})
