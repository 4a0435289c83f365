import type { ReactNode } from 'react'
import type { ScreenName } from '#contract/routes'
import type { AreaName } from '../i18n/areas.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { lazyScreen } from './lazy-screen.ts'
import { pieceByPiece } from './piece-by-piece.ts'

/** Returns a page that needs no shared code, loaded on navigation with its areas of texts. */
const lightPage = <Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
  ...texts: readonly AreaName[]
) => ({ component: lazyScreen(load, name), ...(texts.length > 0 ? { loader: () => loadTexts(...texts) } : {}) })
export type Page = ReturnType<typeof lightPage>

/**
 * Code shared by nearly all pages, or by those with forms, which runs before them in tasks of its own. The build checks
 * which pages share it.
 */
const common = () => import('../features/contacts/picker/ContactPickerDialog.tsx')
const forms = () => import('../ui/forms/Form.tsx')

const page: typeof lightPage = (load, ...rest) => lightPage(pieceByPiece([common], load), ...rest)
const formPage: typeof lightPage = (load, ...rest) => lightPage(pieceByPiece([common, forms], load), ...rest)

/** Pages by screen. The build reads from this table what each screen loads first. */
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
  mailboxes: formPage(() => import('../features/mail/mailboxes/MailboxesPage.tsx'), 'MailboxesPage', 'mailboxes'),
  start: lightPage(() => import('./StartPage.tsx'), 'StartPage'),
  contactSearch: formPage(() => import('../features/contacts/list/ContactSearchPage.tsx'), 'ContactSearchPage'),
  search: formPage(() => import('./search/SearchPage.tsx'), 'SearchPage', 'search'),
  contacts: lightPage(
    () => import('../features/contacts/list/ContactsPage.tsx'),
    'ContactsPage',
    'contacts',
    'encounters',
  ),
  newContact: formPage(() => import('../features/contacts/new/NewContactPage.tsx'), 'NewContactPage'),
  contact: formPage(() => import('../features/contacts/page/ContactPage.tsx'), 'ContactPage', 'contacts', 'presence'),
  contactAttachment: formPage(
    () => import('../features/contacts/page/ContactPage.tsx'),
    'ContactPage',
    'contacts',
    'presence',
  ),
  contactComment: formPage(
    () => import('../features/contacts/page/ContactPage.tsx'),
    'ContactPage',
    'contacts',
    'presence',
  ),
  contactEncounter: formPage(
    () => import('../features/contacts/page/ContactPage.tsx'),
    'ContactPage',
    'encounters',
    'presence',
  ),
  flame: formPage(
    () => import('../features/orders/dossiers/DossierPage.tsx'),
    'DossierPage',
    'dossiers',
    'contacts',
    'flames',
    'todos',
  ),
  flameTodos: formPage(
    () => import('../features/orders/dossiers/DossierPage.tsx'),
    'FlameTodosPage',
    'todos',
    'dossiers',
    'contacts',
    'flames',
  ),
  csvImport: formPage(() => import('../features/contacts/imports/CsvImportPage.tsx'), 'CsvImportPage'),
  duplicateContacts: formPage(
    () => import('../features/contacts/duplicates/DuplicatesPage.tsx'),
    'DuplicatesPage',
    'contacts',
    'relations',
    'duplicates',
  ),
  users: formPage(() => import('../features/users/UsersPage.tsx'), 'UsersPage', 'users', 'absences'),
  ownUserConfiguration: formPage(
    () => import('../features/users/OwnUserConfigurationPage.tsx'),
    'OwnUserConfigurationPage',
    'users',
    'absences',
    'calendarFeeds',
  ),
  imageGallery: formPage(
    () => import('../features/lists/galleries/ImageGalleryPage.tsx'),
    'ImageGalleryPage',
    'documents',
  ),
  sharedDocuments: formPage(
    () => import('../features/lists/galleries/SharedDocumentsPage.tsx'),
    'SharedDocumentsPage',
    'documents',
  ),
  sectors: formPage(() => import('../features/lists/master-data/TitlePages.tsx'), 'SectorsPage', 'masterData'),
  warehouses: formPage(() => import('../features/lists/master-data/TitlePages.tsx'), 'WarehousesPage', 'masterData'),
  forwardAgency: formPage(
    () => import('../features/lists/master-data/TitlePages.tsx'),
    'ForwardAgencyPage',
    'masterData',
  ),
  deliveryConditions: formPage(
    () => import('../features/lists/master-data/ConditionPages.tsx'),
    'DeliveryConditionsPage',
    'masterData',
  ),
  paymentConditions: formPage(
    () => import('../features/lists/master-data/ConditionPages.tsx'),
    'PaymentConditionsPage',
    'masterData',
  ),
  products: formPage(() => import('../features/lists/master-data/ProductsPage.tsx'), 'ProductsPage', 'masterData'),
  pallets: formPage(() => import('../features/lists/master-data/PalletsPage.tsx'), 'PalletsPage', 'masterData'),
  predefinedTimeSlots: formPage(
    () => import('../features/lists/master-data/PredefinedTimeSlotsPage.tsx'),
    'PredefinedTimeSlotsPage',
    'masterData',
  ),
  absenceEmail: formPage(
    () => import('../features/lists/master-data/AbsenceEmailPage.tsx'),
    'AbsenceEmailPage',
    'masterData',
  ),
  documentClassifications: formPage(
    () => import('../features/lists/document-classifications/DocumentClassificationsPage.tsx'),
    'DocumentClassificationsPage',
    'masterData',
  ),
  todoPackages: formPage(
    () => import('../features/lists/todo-packages/TodoPackagesPage.tsx'),
    'TodoPackagesPage',
    'masterData',
  ),
  blackboards: formPage(() => import('../features/orders/boards/BoardsPage.tsx'), 'BoardsPage', 'masterData', 'flames'),
  lockedPickupDates: formPage(
    () => import('../features/lists/master-data/LockedPickupDatesPage.tsx'),
    'LockedPickupDatesPage',
    'masterData',
  ),
  holidayRegions: formPage(
    () => import('../features/lists/master-data/HolidayRegionsPage.tsx'),
    'HolidayRegionsPage',
    'masterData',
  ),
  programDocs: page(() => import('../features/users/access-keys/ProgramDocsPage.tsx'), 'ProgramDocsPage', 'telephony'),
  towns: formPage(() => import('../features/lists/towns/TownsPage.tsx'), 'TownsPage', 'masterData', 'contacts'),
  accessKeys: formPage(
    () => import('../features/users/access-keys/AccessKeysPage.tsx'),
    'AccessKeysPage',
    'telephony',
    'users',
  ),
  system: lightPage(() => import('../features/overview/system/SystemPage.tsx'), 'SystemPage', 'dashboards'),
  webhooks: formPage(() => import('../features/calendars/webhooks/WebhooksPage.tsx'), 'WebhooksPage', 'webhooks'),
  telephony: formPage(() => import('../features/calls/TelephonyPage.tsx'), 'TelephonyPage', 'telephony', 'calls'),
  timeSlotExceptions: formPage(
    () => import('../features/lists/master-data/TimeSlotExceptionsPage.tsx'),
    'TimeSlotExceptionsPage',
    'masterData',
  ),
  pickupLimits: formPage(
    () => import('../features/lists/master-data/PickupLimitsPage.tsx'),
    'PickupLimitsPage',
    'masterData',
  ),
  moreAdminMenu: lightPage(() => import('./MoreAdminMenuPage.tsx'), 'MoreAdminMenuPage'),
  templates: formPage(() => import('../features/lists/templates/TemplatesPage.tsx'), 'TemplatesPage', 'templates'),
  emailSignature: formPage(
    () => import('../features/lists/templates/EmailSignaturePage.tsx'),
    'EmailSignaturePage',
    'templates',
  ),
  letterhead: formPage(
    () => import('../features/orders/letterhead/LetterheadPage.tsx'),
    'LetterheadPage',
    'templates',
    'documents',
  ),
  steelTubes: formPage(
    () => import('../features/lists/calculations/SteelTubesPage.tsx'),
    'SteelTubesPage',
    'calculations',
  ),
  woodFrames: formPage(
    () => import('../features/lists/calculations/WoodFramesPage.tsx'),
    'WoodFramesPage',
    'calculations',
  ),
  calcFactors: formPage(
    () => import('../features/lists/calculations/CalcFactorsPage.tsx'),
    'CalcFactorsPage',
    'calculations',
  ),
  flames: page(() => import('../features/orders/flames/FlamesPage.tsx'), 'FlamesPage', 'flames', 'boards'),
  newFlame: formPage(() => import('../features/orders/flames/NewFlamePage.tsx'), 'NewFlamePage', 'flames', 'boards'),
  ownDueFlames: formPage(() => import('../features/orders/flames/FlameListPages.tsx'), 'OwnDueFlamesPage', 'flames'),
  allOpenFlames: formPage(() => import('../features/orders/flames/FlameListPages.tsx'), 'AllOpenFlamesPage', 'flames'),
  allArchivedFlames: formPage(
    () => import('../features/orders/flames/FlameListPages.tsx'),
    'AllArchivedFlamesPage',
    'flames',
  ),
  projects: formPage(() => import('../features/work/projects/ProjectsPage.tsx'), 'ProjectsPage', 'projects', 'boards'),
  project: formPage(
    () => import('../features/work/projects/ProjectPage.tsx'),
    'ProjectPage',
    'projects',
    'comments',
    'todos',
  ),
  projectComment: formPage(
    () => import('../features/work/projects/ProjectPage.tsx'),
    'ProjectPage',
    'projects',
    'comments',
    'todos',
  ),
  ownDueProjects: formPage(
    () => import('../features/work/projects/ProjectListPages.tsx'),
    'OwnDueProjectsPage',
    'projects',
  ),
  allArchivedProjects: formPage(
    () => import('../features/work/projects/ProjectListPages.tsx'),
    'AllArchivedProjectsPage',
    'projects',
  ),
  appointmentCalendar: formPage(
    () => import('../features/calendars/appointments/AppointmentCalendarPage.tsx'),
    'AppointmentCalendarPage',
    'appointments',
    'calendars',
    'calendarFeeds',
    'contacts',
  ),
  pickupCalendar: formPage(
    () => import('../features/calendars/pickups/PickupCalendarPage.tsx'),
    'PickupCalendarPage',
    'calendars',
    'flames',
  ),
  ownToDos: formPage(() => import('../features/work/todos/TodoTable.tsx'), 'OwnTodosPage', 'todos'),
  dashboards: formPage(
    () => import('../features/overview/dashboards/DashboardsPage.tsx'),
    'DashboardsPage',
    'dashboards',
    'contacts',
  ),
  allOpenTodos: formPage(() => import('../features/work/todos/TodoTable.tsx'), 'AllOpenTodosPage', 'todos'),
}
