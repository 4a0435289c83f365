import useMediaQuery from '@mui/material/useMediaQuery'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useBlocker, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { mayEnter, pathTo, type ScreenName, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'
import { ComposerHost } from '../../features/mail/composer/ComposerHost.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay, useSession } from '../../session/session.ts'
import { inBrowser } from '../../state/storage.ts'
import { AppTheme } from '../../theme/AppTheme.tsx'
import { onTablet } from '../../theme/narrow.ts'
import { useKeptFocus } from '../../ui/accessibility/keep-focus.ts'
import { TablePreferencesContext } from '../../ui/DataTable/preferences.ts'
import { ConfirmProvider } from '../../ui/dialogs/confirm.tsx'
import { useKeptNotice } from '../../ui/forms/kept-input.ts'
import { isAnythingTyped, mayLeave } from '../../ui/forms/unsaved-changes.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { Snackbar } from '../../ui/notices/Snackbar.tsx'
import { lazyPart } from '../../ui/rendering/lazy-part.tsx'
import { useLater, useTurns } from '../../ui/rendering/use-later.ts'
import { ShortcutsDialog } from '../../ui/shortcuts/ShortcutsDialog.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { fetchAhead, followRest } from '../fetch-ahead.ts'
import { fetchRest } from '../fetch-rest.ts'
import { afterScreen } from '../idle.ts'
import { openOtherTabs } from '../other-tab.ts'
import { currentPage, forgetPages } from '../page-history.ts'
import { queryClient } from '../query-client.ts'
import { tablePreferences } from '../table-preferences.ts'
import { noteWanted } from '../wanted-page.ts'
import { LostLine } from './LostLine.tsx'
import { NavigationDrawer } from './NavigationDrawer.tsx'
import { TopBar } from './TopBar.tsx'
import { useLive } from './use-live.ts'

const RequiredSecondFactor = lazyPart(
  () => import('../../features/users/RequiredSecondFactor.tsx'),
  'RequiredSecondFactor',
)

const TooltipHost = lazyPart(
  afterScreen(() => import('../../ui/tooltips/TooltipHost.tsx')),
  'TooltipHost',
)

const referenceLists = afterScreen(() => import('../reference-lists.ts'))
const contactSearch = afterScreen(async () => {
  const { loadAhead } = await import('../../features/contacts/picker/ContactPickerDialog.tsx')
  await loadAhead()
})

/** Frame around every screen of a signed-in user. */
export function Layout() {
  useLive()
  useKeptFocus()
  const user = useSession()
  // the router renders synchronously, so it only renders an empty frame; the rest follows in further tasks
  const later = useLater()
  return (
    <AppTheme>
      <QueryClientProvider client={queryClient}>
        <TablePreferencesContext value={tablePreferences}>
          <ConfirmProvider>
            {user ? later && <Shell user={user} /> : <ToLogin />}
            <Snackbar />
            <Suspense>
              <TooltipHost />
            </Suspense>
          </ConfirmProvider>
        </TablePreferencesContext>
      </QueryClientProvider>
    </AppTheme>
  )
}

function Shell({ user }: { user: CurrentUser }) {
  const narrow = useMediaQuery(onTablet)
  const [drawerOpen, setDrawerOpen] = useDrawer(narrow)
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const setupOnly = user.secondFactorMissing
  const findsContacts = useMay()('CONTACT_READ')
  const router = useRouter()
  useEffect(() => followRest((href) => fetchAhead(router, href)), [router])
  useEffect(openOtherTabs, [])
  useEffect(fetchRest, [])
  useEffect(() => {
    if (setupOnly) return
    // if loading fails, each screen reads the lists itself
    void referenceLists().then(
      (lists) => lists.preloadReferenceLists(),
      () => undefined,
    )
    if (findsContacts) void contactSearch().catch(() => undefined)
  }, [setupOnly, findsContacts])
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      // closing a dialog that has its own address asks before it navigates; going back in the browser does not
      const closes = action !== 'PUSH' && action !== 'REPLACE' && idIn(current.search) !== idIn(next.search)
      return (closes || current.pathname !== next.pathname) && !(await mayLeave())
    },
    enableBeforeUnload: false,
  })
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100dvh', '@media print': { height: 'auto' } }}>
      <SkipLink />
      <TopBar
        user={user}
        screen={screen}
        drawerOpen={drawerOpen}
        onMenu={setupOnly ? undefined : () => setDrawerOpen(!drawerOpen)}
      />
      <LostLine />
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
        {!setupOnly && (
          <NavigationDrawer user={user} narrow={narrow} open={drawerOpen} onClose={() => setDrawerOpen(false)} />
        )}
        <Main>
          <Suspense>{setupOnly ? <RequiredSecondFactor /> : <Screen user={user} screen={screen} />}</Suspense>
        </Main>
      </Box>
      <ShortcutsDialog />
      <ComposerHost />
    </Box>
  )
}

function Screen({ user, screen }: { user: CurrentUser; screen: ScreenName | undefined }) {
  const { t } = useTranslation('shell')
  // renders in a task after the frame
  const frames = useTurns(1)
  // a user who loses the permission keeps what they are typing
  if (screen && !mayEnter(screens[screen], user) && !isAnythingTyped())
    return <EmptyState title={t('noScreen')} hint={t('noScreenHint')} />
  return frames > 0 && <Outlet />
}

/** Handles the end of a session, by the user or the server: clears all data read for the user. */
function ToLogin() {
  const navigate = useNavigate()
  useEffect(() => {
    const view = currentPage()
    if (view) noteWanted(view)
    forgetPages()
    queryClient.clear()
    void navigate({ href: pathTo('login', { view }), ignoreBlocker: true })
  }, [navigate])
  return null
}

const mainId = 'main'

function Main({ children }: { children: React.ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const before = useRef(pathname)
  useKeptNotice(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // a newly entered screen gets the focus, unless it focused one of its fields
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <Box
      component="main"
      id={mainId}
      ref={main}
      tabIndex={-1}
      sx={{
        flex: 1,
        minWidth: 0,
        overflow: 'auto',
        '@media print': { overflow: 'visible' },
        // positioned children scroll with the screen and do not lengthen the page
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        p: { xs: 2, sm: 3 },
        // reserves space at the bottom, so that a notice covers no row
        'html:has([data-notice]) &': { pb: 'calc(var(--notice-height, 0px) + 32px)' },
        '&:focus-visible': { outline: 'none' },
      }}
    >
      {children}
    </Box>
  )
}

function SkipLink() {
  const { t } = useTranslation('shell')
  return (
    <Box
      component="a"
      href={`#${mainId}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(mainId)?.focus()
      }}
      sx={{
        position: 'fixed',
        zIndex: 'tooltip',
        top: 8,
        left: 8,
        px: 3,
        py: 2,
        bgcolor: 'background.paper',
        color: 'text.primary',
        '&:not(:focus)': { clipPath: 'inset(50%)' },
      }}
    >
      {t('skip')}
    </Box>
  )
}

const drawerKey = 'glut.drawer'

/** Returns the state of the drawer: beside the screen and stored, or on narrow screens an initially closed sheet. */
function useDrawer(narrow: boolean) {
  const [pinned, setPinned] = useState(() => inBrowser.read(drawerKey) !== 'closed')
  const [sheet, setSheet] = useState(false)
  function pin(open: boolean) {
    setPinned(open)
    inBrowser.write(drawerKey, open ? 'open' : 'closed')
  }
  return narrow ? ([sheet, setSheet] as const) : ([pinned, pin] as const)
}

const idIn = (search: object) => (search as { id?: unknown }).id
