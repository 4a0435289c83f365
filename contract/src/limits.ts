/** What a call accepts, and what the server and the screens count alike. What one side alone knows stands there. */
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
  /** What a person may write. */
  html: { length: 2_000_000 },
  listImport: { fileBytes: 5 * 1024 * 1024, rows: 20_000 },
  /** So many rejected rows of a list of towns are told one by one. */
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
  /** Of a contact. */
  remarksLength: 10_000,
  encounter: {
    pageSize: 100,
    /** How many are moved or deleted at once. */
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
    /** Of a message, attachments included; a mailbox may set another. */
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
    /** How many crate labels are printed at once. */
    labels: 1000,
    /** Part of the weight that is kept at each pallet, and so of each package; added nowhere else. */
    forwardingAgencyKg: 2,
    selfPickupHour: 8,
  },
  /** Of a dossier, a delivery note or the list of a day on paper. */
  printPages: 300,
  pickupListDays: 400,
  /** Of an appointment, of a span of them, and for how long a place of a slot is kept. */
  appointments: { longestDays: 31, spanDays: 62, holdMinutes: 10, reminderHours: 336 },
  /** Of a span on the dashboards, in days. */
  dashboardDays: 1100,
  /** As many as an administrator looks through. */
  loggedCalls: 300,
} as const

export const defaultTimeZone = 'Europe/Zurich'
/** Under this name a browser keeps the language that was chosen, and says it in a cookie. */
export const languageKey = 'glut.language'
export const languages = ['DE', 'EN', 'FR'] as const
export type Language = (typeof languages)[number]
export const productTitle = 'Glut'

/** Base64 makes three bytes four, and lines. */
const base64Share = 1.37

/** How much may be attached to a message that may be so large on its way. */
export const attachableBytes = (messageBytes: number): number => Math.floor(messageBytes / base64Share)

/** Signs that find each other between the letters of a name; `between_letters` of the database has the same. */
export const apostrophes = "'’‘ʼ`′"
export const hyphens = '‐–-'
