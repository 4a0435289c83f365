import type { ScreenName } from '#contract/routes'

/** All administration screens, by group. */
export const administration = {
  people: ['users', 'documentClassifications'],
  programs: ['telephony', 'accessKeys', 'webhooks'],
  overview: ['allOpenFlames', 'allArchivedFlames', 'allOpenTodos', 'allArchivedProjects', 'system'],
  contacts: ['csvImport', 'duplicateContacts', 'sectors', 'towns'],
  trade: ['products', 'pallets', 'warehouses', 'forwardAgency', 'deliveryConditions', 'paymentConditions'],
  calculations: ['steelTubes', 'woodFrames', 'calcFactors'],
  work: ['blackboards', 'todoPackages', 'lockedPickupDates', 'pickupLimits', 'holidayRegions'],
  appointments: ['predefinedTimeSlots', 'timeSlotExceptions'],
  mail: ['mailboxes', 'templates', 'emailSignature', 'absenceEmail', 'letterhead'],
  files: ['sharedDocuments', 'imageGallery'],
} as const satisfies Record<string, readonly ScreenName[]>

export type AdministrationGroup = keyof typeof administration
export type AdministrationScreen = (typeof administration)[AdministrationGroup][number]
