import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type { ScreenName } from '../routes.ts'

/** Administration screens for a single setting, which is set or not. */
const settingScreens = ['emailSignature', 'letterhead'] as const satisfies readonly ScreenName[]
export const isSetting = (screen: ScreenName): boolean => settingScreens.some((one) => one === screen)

/** Administration screens with a list, followed by those with a single setting. */
export const countedScreens = [
  'users',
  'documentClassifications',
  'allOpenFlames',
  'allArchivedFlames',
  'allArchivedProjects',
  'allOpenTodos',
  'products',
  'pallets',
  'warehouses',
  'forwardAgency',
  'deliveryConditions',
  'paymentConditions',
  'blackboards',
  'todoPackages',
  'predefinedTimeSlots',
  'timeSlotExceptions',
  'lockedPickupDates',
  'pickupLimits',
  'holidayRegions',
  'absenceEmail',
  'steelTubes',
  'woodFrames',
  'calcFactors',
  'telephony',
  'accessKeys',
  'webhooks',
  'system',
  'mailboxes',
  'templates',
  'csvImport',
  'duplicateContacts',
  'sharedDocuments',
  'imageGallery',
  'sectors',
  'towns',
  ...settingScreens,
] as const satisfies readonly ScreenName[]
export type CountedScreen = (typeof countedScreens)[number]

export const administrationApi = {
  counts: endpoint({
    method: 'GET',
    path: '/api/administration/counts',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary:
      'How much each screen of the administration keeps, of those that the caller may open; a setting counts as one once it is made',
    shows: [
      'list',
      'user',
      'board',
      'flame',
      'project',
      'todo',
      'library',
      'mailbox',
      'import',
      'call',
      'webhook',
      'duplicate',
    ],
    response: z.partialRecord(z.enum(countedScreens), z.int()),
  }),
}
