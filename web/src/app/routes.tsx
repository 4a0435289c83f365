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
import { type ReactNode, Suspense } from 'react'
import type { ScreenName } from '#contract/routes'
import { screens } from '#contract/routes'
import type { AreaName } from '../i18n/areas.ts'
import { loadTexts, speakAsBrowser } from '../i18n/i18n.ts'
import { currentUser } from '../session/session.ts'
import { FailurePage } from './failure/FailurePage.tsx'
import { NotFoundPage } from './failure/NotFoundPage.tsx'
import { beginScreen, guard } from './guard.ts'
import { lazyScreen } from './lazy-screen.ts'
import { LoginPage } from './login/LoginPage.tsx'
import { pageEntered } from './page-history.ts'
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
  beforeLoad: ({ search }: { search: { view?: unknown } }) => {
    const user = currentUser()
    if (!user) return
    redirect({ href: wantedTarget(search.view) ?? startTarget(user) ?? '/', replace: true, throw: true })
  },
  loader: () => loadTexts('login'),
  component: LoginPage,
})

/** What customers see, without a session and without the rest of the app. */
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

/** Around every screen but these. */
const layout = createRoute({
  getParentRoute: () => root,
  id: 'layout',
  beforeLoad: ({ location, matches }) => guard(matches.at(-1)?.staticData.screen, location.href),
  loader: () => loadTexts('ui', 'shell'),
  component: lazyScreen(() => import('./signed-in.ts'), 'Layout'),
})

/** The route of a screen, as the table of screens has it. */
const screenRoute = (parent: AnyRoute, name: ScreenName, content?: Page) =>
  createRoute({
    getParentRoute: () => parent,
    path: screens[name].path,
    staticData: { screen: name },
    ...content,
    loader: ({ params }: { params: Record<string, string> }) => {
      beginScreen(name, params)
      return content?.loader?.()
    },
  })

/** A page, loaded when it is gone to, with the areas of text that it needs. */
const page = <Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
  ...texts: readonly AreaName[]
) => ({ component: lazyScreen(load, name), ...(texts.length > 0 ? { loader: () => loadTexts(...texts) } : {}) })
type Page = ReturnType<typeof page>

/** Stays as it is while one message after the other is opened beside the list. */
const inboxScreens = ['emails', 'email', 'emailOfOwner', 'emailComment'] as const

/** The build reads from this table what each screen begins with. */
const pages: Readonly<
  Record<
    Exclude<ScreenName, 'login' | 'booking' | 'bookedAppointment' | 'email' | 'emailOfOwner' | 'emailComment'>,
    Page
  >
> = {
  emails: page(
    () => import('../features/mail/inbox/EmailsPage.tsx'),
    'EmailsPage',
    'emails',
    'composer',
    'comments',
    'documents',
  ),
  mailboxes: page(() => import('../features/mail/mailboxes/MailboxesPage.tsx'), 'MailboxesPage', 'mailboxes'),
  start: page(() => import('./StartPage.tsx'), 'StartPage'),
  contactSearch: page(() => import('../features/contacts/list/ContactSearchPage.tsx'), 'ContactSearchPage'),
  search: page(() => import('./search/SearchPage.tsx'), 'SearchPage', 'search'),
  contacts: page(() => import('../features/contacts/list/ContactsPage.tsx'), 'ContactsPage', 'contacts', 'encounters'),
  newContact: page(() => import('../features/contacts/new/NewContactPage.tsx'), 'NewContactPage'),
  contact: page(() => import('../features/contacts/page/ContactPage.tsx'), 'ContactPage', 'contacts', 'presence'),
  contactAttachment: page(
    () => import('../features/contacts/page/ContactPage.tsx'),
    'ContactPage',
    'contacts',
    'presence',
  ),
  contactComment: page(
    () => import('../features/contacts/page/ContactPage.tsx'),
    'ContactPage',
    'contacts',
    'presence',
  ),
  contactEncounter: page(
    () => import('../features/contacts/page/ContactPage.tsx'),
    'ContactPage',
    'encounters',
    'presence',
  ),
  flame: page(
    () => import('../features/orders/dossiers/DossierPage.tsx'),
    'DossierPage',
    'dossiers',
    'contacts',
    'flames',
    'todos',
  ),
  flameTodos: page(
    () => import('../features/orders/dossiers/DossierPage.tsx'),
    'FlameTodosPage',
    'todos',
    'dossiers',
    'contacts',
    'flames',
  ),
  csvImport: page(() => import('../features/contacts/imports/CsvImportPage.tsx'), 'CsvImportPage'),
  duplicateContacts: page(
    () => import('../features/contacts/duplicates/DuplicatesPage.tsx'),
    'DuplicatesPage',
    'contacts',
    'relations',
    'duplicates',
  ),
  users: page(() => import('../features/users/UsersPage.tsx'), 'UsersPage', 'users', 'absences'),
  ownUserConfiguration: page(
    () => import('../features/users/OwnUserConfigurationPage.tsx'),
    'OwnUserConfigurationPage',
    'users',
    'absences',
    'calendarFeeds',
  ),
  imageGallery: page(() => import('../features/lists/galleries/ImageGalleryPage.tsx'), 'ImageGalleryPage', 'documents'),
  sharedDocuments: page(
    () => import('../features/lists/galleries/SharedDocumentsPage.tsx'),
    'SharedDocumentsPage',
    'documents',
  ),
  sectors: page(() => import('../features/lists/master-data/TitlePages.tsx'), 'SectorsPage', 'masterData'),
  warehouses: page(() => import('../features/lists/master-data/TitlePages.tsx'), 'WarehousesPage', 'masterData'),
  forwardAgency: page(() => import('../features/lists/master-data/TitlePages.tsx'), 'ForwardAgencyPage', 'masterData'),
  deliveryConditions: page(
    () => import('../features/lists/master-data/ConditionPages.tsx'),
    'DeliveryConditionsPage',
    'masterData',
  ),
  paymentConditions: page(
    () => import('../features/lists/master-data/ConditionPages.tsx'),
    'PaymentConditionsPage',
    'masterData',
  ),
  products: page(() => import('../features/lists/master-data/ProductsPage.tsx'), 'ProductsPage', 'masterData'),
  pallets: page(() => import('../features/lists/master-data/PalletsPage.tsx'), 'PalletsPage', 'masterData'),
  predefinedTimeSlots: page(
    () => import('../features/lists/master-data/PredefinedTimeSlotsPage.tsx'),
    'PredefinedTimeSlotsPage',
    'masterData',
  ),
  absenceEmail: page(
    () => import('../features/lists/master-data/AbsenceEmailPage.tsx'),
    'AbsenceEmailPage',
    'masterData',
  ),
  documentClassifications: page(
    () => import('../features/lists/master-data/DocumentClassificationsPage.tsx'),
    'DocumentClassificationsPage',
    'masterData',
  ),
  todoPackages: page(
    () => import('../features/lists/master-data/TodoPackagesPage.tsx'),
    'TodoPackagesPage',
    'masterData',
  ),
  blackboards: page(() => import('../features/lists/master-data/BoardsPage.tsx'), 'BoardsPage', 'masterData', 'flames'),
  lockedPickupDates: page(
    () => import('../features/lists/master-data/LockedPickupDatesPage.tsx'),
    'LockedPickupDatesPage',
    'masterData',
  ),
  holidayRegions: page(
    () => import('../features/lists/master-data/HolidayRegionsPage.tsx'),
    'HolidayRegionsPage',
    'masterData',
  ),
  programDocs: page(() => import('../features/users/access-keys/ProgramDocsPage.tsx'), 'ProgramDocsPage', 'telephony'),
  towns: page(() => import('../features/lists/master-data/TownsPage.tsx'), 'TownsPage', 'masterData', 'contacts'),
  accessKeys: page(
    () => import('../features/users/access-keys/AccessKeysPage.tsx'),
    'AccessKeysPage',
    'telephony',
    'users',
  ),
  webhooks: page(() => import('../features/calendars/webhooks/WebhooksPage.tsx'), 'WebhooksPage', 'webhooks'),
  telephony: page(() => import('../features/calls/TelephonyPage.tsx'), 'TelephonyPage', 'telephony', 'calls'),
  timeSlotExceptions: page(
    () => import('../features/lists/master-data/TimeSlotExceptionsPage.tsx'),
    'TimeSlotExceptionsPage',
    'masterData',
  ),
  pickupLimits: page(
    () => import('../features/lists/master-data/PickupLimitsPage.tsx'),
    'PickupLimitsPage',
    'masterData',
  ),
  moreAdminMenu: page(() => import('./MoreAdminMenuPage.tsx'), 'MoreAdminMenuPage'),
  templates: page(() => import('../features/lists/templates/TemplatesPage.tsx'), 'TemplatesPage', 'templates'),
  emailSignature: page(
    () => import('../features/lists/templates/EmailSignaturePage.tsx'),
    'EmailSignaturePage',
    'templates',
  ),
  letterhead: page(
    () => import('../features/lists/letterhead/LetterheadPage.tsx'),
    'LetterheadPage',
    'templates',
    'documents',
  ),
  steelTubes: page(() => import('../features/lists/calculations/SteelTubesPage.tsx'), 'SteelTubesPage', 'calculations'),
  woodFrames: page(() => import('../features/lists/calculations/WoodFramesPage.tsx'), 'WoodFramesPage', 'calculations'),
  calcFactors: page(
    () => import('../features/lists/calculations/CalcFactorsPage.tsx'),
    'CalcFactorsPage',
    'calculations',
  ),
  flames: page(() => import('../features/orders/flames/FlamesPage.tsx'), 'FlamesPage', 'flames', 'boards'),
  newFlame: page(() => import('../features/orders/flames/NewFlamePage.tsx'), 'NewFlamePage', 'flames', 'boards'),
  ownDueFlames: page(() => import('../features/orders/flames/FlameListPages.tsx'), 'OwnDueFlamesPage', 'flames'),
  allOpenFlames: page(() => import('../features/orders/flames/FlameListPages.tsx'), 'AllOpenFlamesPage', 'flames'),
  allArchivedFlames: page(
    () => import('../features/orders/flames/FlameListPages.tsx'),
    'AllArchivedFlamesPage',
    'flames',
  ),
  projects: page(() => import('../features/work/projects/ProjectsPage.tsx'), 'ProjectsPage', 'projects', 'boards'),
  project: page(
    () => import('../features/work/projects/ProjectPage.tsx'),
    'ProjectPage',
    'projects',
    'comments',
    'todos',
  ),
  projectComment: page(
    () => import('../features/work/projects/ProjectPage.tsx'),
    'ProjectPage',
    'projects',
    'comments',
    'todos',
  ),
  ownDueProjects: page(
    () => import('../features/work/projects/ProjectListPages.tsx'),
    'OwnDueProjectsPage',
    'projects',
  ),
  allArchivedProjects: page(
    () => import('../features/work/projects/ProjectListPages.tsx'),
    'AllArchivedProjectsPage',
    'projects',
  ),
  appointmentCalendar: page(
    () => import('../features/calendars/appointments/AppointmentCalendarPage.tsx'),
    'AppointmentCalendarPage',
    'appointments',
    'calendars',
    'calendarFeeds',
    'contacts',
  ),
  pickupCalendar: page(
    () => import('../features/calendars/pickups/PickupCalendarPage.tsx'),
    'PickupCalendarPage',
    'calendars',
    'flames',
  ),
  ownToDos: page(() => import('../features/work/todos/TodoTable.tsx'), 'OwnTodosPage', 'todos'),
  dashboards: page(
    () => import('../features/overview/dashboards/DashboardsPage.tsx'),
    'DashboardsPage',
    'dashboards',
    'contacts',
  ),
  allOpenTodos: page(() => import('../features/work/todos/TodoTable.tsx'), 'AllOpenTodosPage', 'todos'),
}

const { emails, ...others } = pages
const inbox = createRoute({ getParentRoute: () => layout, id: 'inbox', ...emails })
const screenRoutes = (Object.entries(others) as [keyof typeof others, Page][]).map(([name, content]) =>
  screenRoute(layout, name, content),
)
const inboxRoutes = inboxScreens.map((name) => screenRoute(inbox, name))

/** What is no screen says so between the bar and the drawer. */
const notFound = createRoute({
  getParentRoute: () => layout,
  path: '$',
  loader: () => loadTexts('failure'),
  component: NotFoundPage,
})

/** Where reminders of tasks lead. */
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

const isPublic = (path: string) => [screens.login, screens.booking].some((screen) => path.startsWith(screen.path))

router.subscribe('onResolved', ({ toLocation }) => {
  if (!isPublic(toLocation.pathname)) pageEntered(toLocation.href)
})
