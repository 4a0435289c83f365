import type { ReactNode } from 'react'
import type { ScreenName } from '#contract/routes'
import type { AreaName } from '../i18n/areas.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { lazyScreen } from './lazy-screen.ts'
import { pieceByPiece } from './piece-by-piece.ts'

/** A page that needs nothing of what the others share, loaded when it is gone to, with the areas of text that it needs. */
const lightPage = <Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
  ...texts: readonly AreaName[]
) => ({ component: lazyScreen(load, name), ...(texts.length > 0 ? { loader: () => loadTexts(...texts) } : {}) })
export type Page = ReturnType<typeof lightPage>

/** What nearly all pages share, run before them piece by piece; the build checks which of them do. */
const shared = [
  () => import('../ui/forms/Form.tsx'),
  () => import('../features/contacts/picker/ContactPickerDialog.tsx'),
]

const page: typeof lightPage = (load, ...rest) => lightPage(pieceByPiece(shared, load), ...rest)

/** The build reads from this table what each screen begins with. */
export const pages: Readonly<
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
  start: lightPage(() => import('./StartPage.tsx'), 'StartPage'),
  contactSearch: page(() => import('../features/contacts/list/ContactSearchPage.tsx'), 'ContactSearchPage'),
  search: page(() => import('./search/SearchPage.tsx'), 'SearchPage', 'search'),
  contacts: lightPage(
    () => import('../features/contacts/list/ContactsPage.tsx'),
    'ContactsPage',
    'contacts',
    'encounters',
  ),
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
    () => import('../features/lists/document-classifications/DocumentClassificationsPage.tsx'),
    'DocumentClassificationsPage',
    'masterData',
  ),
  todoPackages: page(
    () => import('../features/lists/todo-packages/TodoPackagesPage.tsx'),
    'TodoPackagesPage',
    'masterData',
  ),
  blackboards: page(() => import('../features/orders/boards/BoardsPage.tsx'), 'BoardsPage', 'masterData', 'flames'),
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
  towns: page(() => import('../features/lists/towns/TownsPage.tsx'), 'TownsPage', 'masterData', 'contacts'),
  accessKeys: page(
    () => import('../features/users/access-keys/AccessKeysPage.tsx'),
    'AccessKeysPage',
    'telephony',
    'users',
  ),
  system: lightPage(() => import('../features/overview/system/SystemPage.tsx'), 'SystemPage', 'dashboards'),
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
  moreAdminMenu: lightPage(() => import('./MoreAdminMenuPage.tsx'), 'MoreAdminMenuPage'),
  templates: page(() => import('../features/lists/templates/TemplatesPage.tsx'), 'TemplatesPage', 'templates'),
  emailSignature: page(
    () => import('../features/lists/templates/EmailSignaturePage.tsx'),
    'EmailSignaturePage',
    'templates',
  ),
  letterhead: page(
    () => import('../features/orders/letterhead/LetterheadPage.tsx'),
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
