/** Section 9 of the specification: every constant, named once. Durations in milliseconds unless the name says otherwise. */
export const limits = {
  login: {
    freeFailures: 3,
    waitPerFailureSeconds: 10,
    lockAfterFailures: 10,
    lockSeconds: 15 * 60,
    /** Of one address with many names, or of one name from many addresses. */
    freeFailuresOfMany: 50,
    mostWaitOfManySeconds: 60,
    knownPlaceDays: 90,
    maxLength: 255,
  },
  password: { min: 7, max: 35 },
  view: { min: 3, max: 49 },
  session: { idleHours: 12, mostDays: 30 },
  search: { page: 1, pageSize: 1000, globalDebounce: 1500 },
  dateDebounce: 200,
  snackbar: 8000,
  chunkRetrySeconds: 120,
  textClamp: 100,
  /** What a person may write: length, tags, and elements within elements. */
  html: { length: 2_000_000, tags: 50_000, depth: 1000 },
  body: { jsonBytes: 5 * 1024 * 1024, jsonDepth: 64 },
  listImport: { fileBytes: 5 * 1024 * 1024, rows: 20_000 },
  import: { fileBytes: 2 * 1024 * 1024 * 1024, recordBytes: 1024 * 1024, columns: 500, headerBytes: 64 * 1024 },
  duplicates: { pageSize: 50, groupSize: 50, undoDays: 30, likely: 5, likelyDebounce: 400 },
  document: {
    fileBytes: 200 * 1024 * 1024,
    thumbnailBytes: 300_000,
    thumbnailPixels: 320,
    nameLength: 255,
    binDays: 30,
    excerptFileBytes: 25 * 1024 * 1024,
    excerptLength: 200_000,
  },
  comment: { length: 10_000, binDays: 30, pageSize: 50 },
  encounter: {
    pageSize: 100,
    /** How many are moved or deleted at once. */
    atOnce: 20_000,
    titleLength: 255,
    descriptionLength: 100_000,
    textClamp: 90,
    lines: 10,
    defaultMonths: 12,
    panelHeight: 940,
    dialogWidth: 850,
  },
  voiceMemo: {
    sampleRate: 16_000,
    seconds: 120,
    toleranceSeconds: 5,
    leastSeconds: 0.5,
    fileBytes: 50 * 1024 * 1024,
    dialogWidth: 470,
  },
  email: {
    pageSize: 100,
    /** Of a message, attachments included; a mailbox may set another. */
    messageBytes: 25_000_000,
    /** What is taken in at all; of a larger one only the head. */
    sourceBytes: 50_000_000,
    fileBytes: 100 * 1024 * 1024,
    attachments: 49,
    recipients: 200,
    subjectLength: 998,
    undoSeconds: 15,
    /** Between the tries to hand a message in, and for how long it is tried. */
    retryMinutes: [1, 5, 15, 60, 240, 480],
    giveUpHours: 24,
    presenceSeconds: 25,
    presencePingMs: 10_000,
    /** Days of mail that a new mailbox brings along. */
    firstDays: 90,
    absenceDays: 7,
    absencePerHour: 20,
    bodyLength: 2_000_000,
    editorHeight: 500,
    draftMs: 12_000,
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
  pickupListDays: 400,
  confirmWidth: 400,
  /** Of a confirmation that has more to say than one question. */
  wideConfirmWidth: 600,
  confirmZIndex: 200,
  /** Before a dialog that follows from the answer to another. */
  followUpDialog: 500,
  quickSearchWidth: 1020,
  popupListHeight: 250,
} as const

export const defaultTimeZone = 'Europe/Zurich'
/** Under this name a browser keeps the language that was chosen. */
export const languageKey = 'glut.language'
export const languages = ['DE', 'EN', 'FR'] as const
export type Language = (typeof languages)[number]
export const productTitle = 'Glut'
