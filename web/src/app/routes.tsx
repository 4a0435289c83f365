import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ScreenName } from '#contract/routes'
import { screens } from '#contract/routes'
import { loadTexts, speakAsBrowser } from '../i18n/i18n.ts'
import { LanguageScope } from '../i18n/LanguageScope.tsx'
import { currentUser } from '../session/session.ts'
import { FailurePage } from './failure/FailurePage.tsx'
import { NotFoundPage } from './failure/NotFoundPage.tsx'
import { beginScreen, guard } from './guard.ts'
import { lazyScreen } from './lazy-screen.ts'
import { LoginPage } from './login/LoginPage.tsx'
import { pageEntered } from './page-history.ts'
import { type Page, pages } from './pages.ts'
import { startTarget } from './targets.ts'
import { wantedTarget } from './wanted-page.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenName
  }
  interface Register {
    router: typeof router
  }
}

const root = createRootRoute({
  component: () => (
    <LanguageScope>
      <Suspense>
        <Outlet />
      </Suspense>
    </LanguageScope>
  ),
})

const login = createRoute({
  getParentRoute: () => root,
  path: screens.login.path,
  beforeLoad: ({ search }: { search: { view?: unknown } }) => {
    const user = currentUser()
    if (!user) return
    redirect({ href: wantedTarget(search.view) ?? startTarget(user) ?? '/', replace: true, throw: true })
  },
  loader: () => loadTexts('login'),
  component: LoginPage,
})

/** Returns a route for customers, without a session and without the rest of the app. */
const forCustomers = (name: 'booking' | 'bookedAppointment', component: RouteComponent) =>
  createRoute({
    getParentRoute: () => root,
    path: screens[name].path,
    loader: async () => {
      await speakAsBrowser()
      await loadTexts('booking')
    },
    component,
  })
const booking = forCustomers(
  'booking',
  lazyRouteComponent(() => import('../features/calendars/booking/BookingPage.tsx'), 'BookingPage'),
)
const bookedAppointment = forCustomers(
  'bookedAppointment',
  lazyRouteComponent(() => import('../features/calendars/booking/BookedPage.tsx'), 'BookedPage'),
)

/** Layout around every other screen. */
const layout = createRoute({
  getParentRoute: () => root,
  id: 'layout',
  beforeLoad: ({ location, matches }) => guard(matches.at(-1)?.staticData.screen, location.href),
  loader: () => loadTexts('ui', 'shell'),
  component: lazyScreen(() => import('./signed-in.ts'), 'Layout'),
})

interface Begun {
  readonly params: Readonly<Record<string, string>>
  readonly location: { readonly searchStr: string }
}

/** Returns the route of a screen from the table of screens. */
const screenRoute = (parent: AnyRoute, name: ScreenName, content?: Page) =>
  createRoute({
    getParentRoute: () => parent,
    path: screens[name].path,
    staticData: { screen: name },
    ...content,
    loader: ({ params, location: { searchStr } }: Begun) => {
      beginScreen(name, { ...Object.fromEntries(new URLSearchParams(searchStr)), ...params })
      return content?.loader?.()
    },
  })

/** Screens that share the inbox route, so that the list stays mounted while messages are opened beside it. */
const inboxScreens = ['emails', 'email', 'emailOfOwner', 'emailComment'] as const

const { emails, ...others } = pages
const inbox = createRoute({ getParentRoute: () => layout, id: 'inbox', ...emails })
const screenRoutes = (Object.entries(others) as [keyof typeof others, Page][]).map(([name, content]) =>
  screenRoute(layout, name, content),
)
const inboxRoutes = inboxScreens.map((name) => screenRoute(inbox, name))

/** Shows unknown addresses inside the layout. */
const notFound = createRoute({
  getParentRoute: () => layout,
  path: '$',
  loader: () => loadTexts('failure'),
  component: NotFoundPage,
})

/** Address in reminders of tasks. */
const ownDueTasks = createRoute({
  getParentRoute: () => root,
  path: '/ownDueTasks',
  beforeLoad: () => {
    redirect({ href: screens.ownDueFlames.path, replace: true, throw: true })
  },
})

const devRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui',
        component: lazyRouteComponent(() => import('./dev/UiPage.tsx'), 'UiPage'),
      }),
    ]
  : []

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    booking,
    bookedAppointment,
    ownDueTasks,
    layout.addChildren([inbox.addChildren(inboxRoutes), ...screenRoutes, notFound]),
    ...devRoutes,
  ]),
  // values stay text, so that a telephone number is not parsed as a number
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const filled = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(filled as [string, string][]).toString()
    return text && `?${text}`
  },
  defaultErrorComponent: FailurePage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingMs: 150,
  scrollRestoration: false,
})

const isPublic = (path: string) => [screens.login, screens.booking].some((screen) => path.startsWith(screen.path))

router.subscribe('onResolved', ({ toLocation }) => {
  if (!isPublic(toLocation.pathname)) pageEntered(toLocation.href)
})
