import { z } from 'zod'
import { ById, endpoint, Id, Instant } from '../endpoint.ts'

export const historyActions = ['CREATED', 'CHANGED', 'REMOVED'] as const

/** Change of a record: who, when, which fields, before and after. */
export const HistoryEntry = z.object({
  id: z.int(),
  at: Instant,
  username: z.string().nullable(),
  action: z.enum(historyActions),
  /** Table and id of the record. */
  entity: z.string(),
  entityId: Id,
  /** Record that contains the changed one, such as the board of a step; otherwise the record itself. */
  rootId: Id,
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

/**
 * Types of fields that are not plain text, recognised by name; the first match counts. Values are no evidence: a title
 * may look like a date.
 */
export const heldIn = {
  id: /^id$|(Id|By)$|^(ref|answerTo|actor|possiblePallet)$/,
  day: /^(day|birthdate|latestPurchase|validFrom|validUntil|lockedAt|settings\.office\.secretExpiresOn)$/,
  instant:
    /At$|Since$|^(at|start|startBase|finished|due|pickupDate|purchasePickupDate|deliveryDate|paymentPeriod|busyUntil|secretBeforeUntil|proxyOwner(From|Until))$/,
  time: /^(startTime|endTime)$/,
  html: /^content$/,
} as const

export const HistoryPage = z.object({
  entries: z.array(HistoryEntry),
  more: z.boolean(),
  /** Current names of the records that fields reference by id, as far as the reader may know them. */
  names: z.record(z.string(), z.string()),
})
export type HistoryPage = z.output<typeof HistoryPage>
export const HistoryQuery = z.object({ before: z.coerce.number().int().positive().optional() })

/** Lists of master data, named after their entries. */
export const historyLists = [
  'sectors',
  'warehouses',
  'forwardingAgencies',
  'deliveryConditions',
  'paymentConditions',
  'pallets',
  'products',
  'predefinedTimeSlots',
  'timeSlotExceptions',
  'holidayRegions',
  'pickupLimits',
  'absenceEmails',
  'steelTubes',
  'woodFrames',
  'calcFactors',
  'lockedPickupDates',
  'documentClassifications',
  'boards',
  'todoPackages',
  'templates',
  'emailSignature',
  'letterhead',
  'roles',
  'mailboxes',
  'imageGallery',
  'sharedDocuments',
] as const
export type HistoryList = (typeof historyLists)[number]
const list = z.enum(historyLists)

export const historyApi = {
  ofContact: endpoint({
    method: 'GET',
    path: '/api/contacts/:id/history',
    allow: 'CONTACT_READ',
    summary: 'What changed on a contact and what belongs to it, the latest first',
    params: ById,
    query: HistoryQuery,
    shows: [
      'contact',
      'encounter contact=:id',
      'document contact=:id',
      'comment upstream=:id',
      'flame contact=:id',
      'relation',
    ],
    response: HistoryPage,
  }),
  ofEmail: endpoint({
    method: 'GET',
    path: '/api/emails/:id/history',
    allow: 'EMAIL_READ',
    summary: 'What changed on an e-mail and its comments, the latest first',
    params: ById,
    query: HistoryQuery,
    shows: ['email email=:id', 'comment upstream=:id', 'contact'],
    response: HistoryPage,
  }),
  ofUsers: endpoint({
    method: 'GET',
    path: '/api/history/users',
    allow: 'USER_MODIFY',
    summary: 'What changed on users, removed ones too, the latest first',
    shows: ['user', 'role'],
    query: HistoryQuery,
    response: HistoryPage,
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/api/history/users/:id',
    allow: 'USER_MODIFY',
    summary: 'What changed on a user, the latest first',
    shows: ['user user=:id', 'absence'],
    params: ById,
    query: HistoryQuery,
    response: HistoryPage,
  }),
  ofList: endpoint({
    method: 'GET',
    path: '/api/history/lists/:list',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'What changed on the entries of a list, removed ones too, the latest first',
    shows: ['list', 'board', 'library', 'mailbox', 'role'],
    params: z.object({ list }),
    query: HistoryQuery,
    response: HistoryPage,
  }),
  ofListEntry: endpoint({
    method: 'GET',
    path: '/api/history/lists/:list/:id',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'What changed on an entry of a list, the latest first',
    shows: ['list', 'board', 'library', 'mailbox', 'role'],
    params: z.object({ list, id: Id }),
    query: HistoryQuery,
    response: HistoryPage,
  }),
}
