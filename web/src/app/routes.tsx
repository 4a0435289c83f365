import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ScreenName } from '#contract/routes'
import { screens } from '#contract/routes'
import { loadTexts } from '../i18n/i18n.ts'
import { currentUser } from '../session/session.ts'
import { FailurePage } from './failure/FailurePage.tsx'
import { NotFoundPage } from './failure/NotFoundPage.tsx'
import { guard } from './guard.ts'
import { LoginPage } from './login/LoginPage.tsx'
import { pageEntered } from './page-history.ts'
import { boardSearch, inboxSearch, loginSearch, newContactSearch, newFlameSearch, tabSearch } from './route-search.ts'
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
    <Suspense>
      <Outlet />
    </Suspense>
  ),
})

const login = createRoute({
  getParentRoute: () => root,
  path: screens.login.path,
  validateSearch: loginSearch,
  beforeLoad: ({ search }) => {
    const user = currentUser()
    if (!user) return
    redirect({ href: wantedTarget(search.view) ?? startTarget(user) ?? '/', replace: true, throw: true })
  },
  loader: () => loadTexts('login'),
  component: LoginPage,
})

/** Around every screen but /login. */
const layout = createRoute({
  getParentRoute: () => root,
  id: 'layout',
  beforeLoad: ({ location, matches }) => guard(matches.at(-1)?.staticData.screen, location.href),
  loader: () => loadTexts('ui', 'shell'),
  component: lazyRouteComponent(() => import('./layout/Layout.tsx'), 'Layout'),
})

const screen = <Name extends ScreenName>(name: Name) => ({
  getParentRoute: () => layout,
  path: screens[name].path as (typeof screens)[Name]['path'],
  staticData: { screen: name },
})

/** The list stays as it is while one message after the other is opened beside it. */
const inbox = createRoute({
  getParentRoute: () => layout,
  id: 'inbox',
  validateSearch: inboxSearch,
  loader: () => loadTexts('emails', 'composer', 'comments', 'documents'),
  component: lazyRouteComponent(() => import('../features/mail/inbox/EmailsPage.tsx'), 'EmailsPage'),
})
const inboxScreen = <Name extends ScreenName>(name: Name) =>
  createRoute({
    getParentRoute: () => inbox,
    path: screens[name].path as (typeof screens)[Name]['path'],
    staticData: { screen: name },
  })

const pages = [
  inbox.addChildren([
    inboxScreen('emails'),
    inboxScreen('email'),
    inboxScreen('emailOfOwner'),
    inboxScreen('emailComment'),
  ]),
  createRoute({
    ...screen('mailboxes'),
    loader: () => loadTexts('mailboxes'),
    component: lazyRouteComponent(() => import('../features/mail/mailboxes/MailboxesPage.tsx'), 'MailboxesPage'),
  }),
  createRoute({
    ...screen('start'),
    component: lazyRouteComponent(() => import('./StartPage.tsx'), 'StartPage'),
  }),
  createRoute({
    ...screen('contactSearch'),
    component: lazyRouteComponent(() => import('../features/contacts/list/ContactSearchPage.tsx'), 'ContactSearchPage'),
  }),
  createRoute({
    ...screen('contacts'),
    loader: () => loadTexts('contacts', 'encounters'),
    component: lazyRouteComponent(() => import('../features/contacts/list/ContactsPage.tsx'), 'ContactsPage'),
  }),
  createRoute({
    ...screen('newContact'),
    validateSearch: newContactSearch,
    component: lazyRouteComponent(() => import('../features/contacts/new/NewContactPage.tsx'), 'NewContactPage'),
  }),
  createRoute({
    ...screen('contact'),
    component: lazyRouteComponent(() => import('../features/contacts/page/ContactPage.tsx'), 'ContactPage'),
  }),
  createRoute({
    ...screen('contactAttachment'),
    component: lazyRouteComponent(() => import('../features/contacts/page/ContactPage.tsx'), 'ContactPage'),
  }),
  createRoute({
    ...screen('contactComment'),
    component: lazyRouteComponent(() => import('../features/contacts/page/ContactPage.tsx'), 'ContactPage'),
  }),
  createRoute({
    ...screen('contactEncounter'),
    loader: () => loadTexts('encounters'),
    component: lazyRouteComponent(() => import('../features/contacts/page/ContactPage.tsx'), 'ContactPage'),
  }),
  createRoute({
    ...screen('flame'),
    loader: () => loadTexts('dossiers', 'contacts'),
    component: lazyRouteComponent(() => import('../features/orders/dossiers/DossierPage.tsx'), 'DossierPage'),
  }),
  createRoute({
    ...screen('flameTodos'),
    loader: () => loadTexts('dossiers', 'contacts', 'flames'),
    component: lazyRouteComponent(() => import('../features/orders/dossiers/DossierPage.tsx'), 'FlameTodosPage'),
  }),
  createRoute({
    ...screen('csvImport'),
    component: lazyRouteComponent(() => import('../features/contacts/imports/CsvImportPage.tsx'), 'CsvImportPage'),
  }),
  createRoute({
    ...screen('duplicateContacts'),
    loader: () => loadTexts('contacts', 'relations', 'duplicates'),
    component: lazyRouteComponent(() => import('../features/contacts/duplicates/DuplicatesPage.tsx'), 'DuplicatesPage'),
  }),
  createRoute({
    ...screen('users'),
    validateSearch: tabSearch,
    loader: () => loadTexts('users'),
    component: lazyRouteComponent(() => import('../features/users/UsersPage.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...screen('ownUserConfiguration'),
    loader: () => loadTexts('users'),
    component: lazyRouteComponent(
      () => import('../features/users/OwnUserConfigurationPage.tsx'),
      'OwnUserConfigurationPage',
    ),
  }),
  createRoute({
    ...screen('imageGallery'),
    loader: () => loadTexts('documents'),
    component: lazyRouteComponent(() => import('../features/lists/galleries/ImageGalleryPage.tsx'), 'ImageGalleryPage'),
  }),
  createRoute({
    ...screen('sharedDocuments'),
    loader: () => loadTexts('documents'),
    component: lazyRouteComponent(
      () => import('../features/lists/galleries/SharedDocumentsPage.tsx'),
      'SharedDocumentsPage',
    ),
  }),
  createRoute({
    ...screen('sectors'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(() => import('../features/lists/master-data/TitlePages.tsx'), 'SectorsPage'),
  }),
  createRoute({
    ...screen('warehouses'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(() => import('../features/lists/master-data/TitlePages.tsx'), 'WarehousesPage'),
  }),
  createRoute({
    ...screen('forwardAgency'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(() => import('../features/lists/master-data/TitlePages.tsx'), 'ForwardAgencyPage'),
  }),
  createRoute({
    ...screen('deliveryConditions'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(
      () => import('../features/lists/master-data/ConditionPages.tsx'),
      'DeliveryConditionsPage',
    ),
  }),
  createRoute({
    ...screen('paymentConditions'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(
      () => import('../features/lists/master-data/ConditionPages.tsx'),
      'PaymentConditionsPage',
    ),
  }),
  createRoute({
    ...screen('products'),
    validateSearch: tabSearch,
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(() => import('../features/lists/master-data/ProductsPage.tsx'), 'ProductsPage'),
  }),
  createRoute({
    ...screen('pallets'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(() => import('../features/lists/master-data/PalletsPage.tsx'), 'PalletsPage'),
  }),
  createRoute({
    ...screen('predefinedTimeSlots'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(
      () => import('../features/lists/master-data/PredefinedTimeSlotsPage.tsx'),
      'PredefinedTimeSlotsPage',
    ),
  }),
  createRoute({
    ...screen('absenceEmail'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(
      () => import('../features/lists/master-data/AbsenceEmailPage.tsx'),
      'AbsenceEmailPage',
    ),
  }),
  createRoute({
    ...screen('documentClassifications'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(
      () => import('../features/lists/master-data/DocumentClassificationsPage.tsx'),
      'DocumentClassificationsPage',
    ),
  }),
  createRoute({
    ...screen('todoPackages'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(
      () => import('../features/lists/master-data/TodoPackagesPage.tsx'),
      'TodoPackagesPage',
    ),
  }),
  createRoute({
    ...screen('blackboards'),
    loader: () => loadTexts('masterData', 'flames'),
    component: lazyRouteComponent(() => import('../features/lists/master-data/BoardsPage.tsx'), 'BoardsPage'),
  }),
  createRoute({
    ...screen('lockedPickupDates'),
    loader: () => loadTexts('masterData'),
    component: lazyRouteComponent(
      () => import('../features/lists/master-data/LockedPickupDatesPage.tsx'),
      'LockedPickupDatesPage',
    ),
  }),
  createRoute({
    ...screen('moreAdminMenu'),
    component: lazyRouteComponent(() => import('./MoreAdminMenuPage.tsx'), 'MoreAdminMenuPage'),
  }),
  createRoute({
    ...screen('templates'),
    loader: () => loadTexts('templates'),
    component: lazyRouteComponent(() => import('../features/lists/templates/TemplatesPage.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    ...screen('emailSignature'),
    loader: () => loadTexts('templates'),
    component: lazyRouteComponent(
      () => import('../features/lists/templates/EmailSignaturePage.tsx'),
      'EmailSignaturePage',
    ),
  }),
  createRoute({
    ...screen('steelTubes'),
    loader: () => loadTexts('calculations'),
    component: lazyRouteComponent(() => import('../features/lists/calculations/SteelTubesPage.tsx'), 'SteelTubesPage'),
  }),
  createRoute({
    ...screen('woodFrames'),
    loader: () => loadTexts('calculations'),
    component: lazyRouteComponent(() => import('../features/lists/calculations/WoodFramesPage.tsx'), 'WoodFramesPage'),
  }),
  createRoute({
    ...screen('calcFactors'),
    loader: () => loadTexts('calculations'),
    component: lazyRouteComponent(
      () => import('../features/lists/calculations/CalcFactorsPage.tsx'),
      'CalcFactorsPage',
    ),
  }),
  createRoute({
    ...screen('flames'),
    validateSearch: boardSearch,
    loader: () => loadTexts('flames'),
    component: lazyRouteComponent(() => import('../features/orders/flames/FlamesPage.tsx'), 'FlamesPage'),
  }),
  createRoute({
    ...screen('newFlame'),
    validateSearch: newFlameSearch,
    loader: () => loadTexts('flames'),
    component: lazyRouteComponent(() => import('../features/orders/flames/NewFlamePage.tsx'), 'NewFlamePage'),
  }),
  createRoute({
    ...screen('ownDueFlames'),
    loader: () => loadTexts('flames'),
    component: lazyRouteComponent(() => import('../features/orders/flames/FlameListPages.tsx'), 'OwnDueFlamesPage'),
  }),
  createRoute({
    ...screen('allOpenFlames'),
    loader: () => loadTexts('flames'),
    component: lazyRouteComponent(() => import('../features/orders/flames/FlameListPages.tsx'), 'AllOpenFlamesPage'),
  }),
  createRoute({
    ...screen('allArchivedFlames'),
    loader: () => loadTexts('flames'),
    component: lazyRouteComponent(
      () => import('../features/orders/flames/FlameListPages.tsx'),
      'AllArchivedFlamesPage',
    ),
  }),
] as const

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
  routeTree: root.addChildren([login, layout.addChildren(pages), ...devRoutes]),
  // a telephone number in an address stays text
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

router.subscribe('onResolved', ({ toLocation }) => {
  if (toLocation.pathname !== screens.login.path) pageEntered(toLocation.href)
})
