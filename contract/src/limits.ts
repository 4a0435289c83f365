/**
 * Limits of the calls, and figures that server and screens share. A limit that only one side needs stays on that side.
 */
export const limits = {
  login: {
    freeFailures: 3,
    waitPerFailureSeconds: 10,
    lockAfterFailures: 10,
    lockSeconds: 15 * 60,
    maxLength: 255,
  },
  password: { min: 7, max: 35 },
  search: { page: 1, pageSize: 1000 },
  /** HTML text that people write, in characters. */
  html: { length: 2_000_000 },
  listImport: { fileBytes: 5 * 1024 * 1024, rows: 20_000 },
  /** `reasons`: number of rejected rows that an import of towns explains one by one. */
  towns: { fileBytes: 20 * 1024 * 1024, rows: 100_000, reasons: 50, proposals: 8 },
  import: { fileBytes: 2 * 1024 * 1024 * 1024, columns: 500 },
  duplicates: { pageSize: 50, groupSize: 50 },
  document: {
    fileBytes: 200 * 1024 * 1024,
    thumbnailBytes: 300_000,
    nameLength: 255,
    binDays: 30,
  },
  letterhead: {
    senderLines: 6,
    senderLength: 400,
    footerLines: 3,
    footerLength: 400,
    logoBytes: 1024 * 1024,
    logoPixels: 1200,
  },
  comment: { length: 10_000, pageSize: 50 },
  /** Length of a contact's remarks, in characters. */
  remarksLength: 10_000,
  encounter: {
    pageSize: 100,
    /** Encounters that are moved or deleted in one call. */
    atOnce: 20_000,
    titleLength: 255,
    descriptionLength: 100_000,
  },
  voiceMemo: {
    seconds: 120,
    fileBytes: 50 * 1024 * 1024,
  },
  email: {
    pageSize: 100,
    /** Size of a message with its attachments; a mailbox may set another limit. */
    messageBytes: 25_000_000,
    fileBytes: 100 * 1024 * 1024,
    attachments: 49,
    recipients: 200,
    subjectLength: 998,
    undoSeconds: 15,
  },
  dossier: {
    certificateNameLength: 50,
    articles: 1000,
    packages: 2000,
    quantity: 100_000,
    /** Crate labels that are printed at once. */
    labels: 1000,
    /** Share of a pallet's stored weight, in kg, and so of each package's weight; no calculation adds it again. */
    forwardingAgencyKg: 2,
    selfPickupHour: 8,
  },
  /** Pages of a printed dossier, delivery note or pickup list. */
  printPages: 300,
  pickupListDays: 400,
  /** Longest appointment and queried span in days, minutes that a slot's place is held, hours before a reminder. */
  appointments: { longestDays: 31, spanDays: 62, holdMinutes: 10, reminderHours: 336 },
  /** Longest span on the dashboards, in days. */
  dashboardDays: 1100,
  /** Newest entries that the telephony log shows. */
  loggedCalls: 300,
} as const

export const defaultTimeZone = 'Europe/Zurich'
/** Name of the local storage key and of the cookie with the chosen language. */
export const languageKey = 'glut.language'
export const languages = ['DE', 'EN', 'FR'] as const
export type Language = (typeof languages)[number]
export const productTitle = 'Glut'

/** Growth by Base64: three bytes become four characters, plus line breaks. */
const base64Share = 1.37

/** Returns how many bytes of attachments fit into a message of `messageBytes` on the wire. */
export const attachableBytes = (messageBytes: number): number => Math.floor(messageBytes / base64Share)

/** Apostrophe and hyphen variants that a search treats alike in names, as `between_letters` of the database does. */
export const apostrophes = "'’‘ʼ`′"
export const hyphens = '‐–-'
