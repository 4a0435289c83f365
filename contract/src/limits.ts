/** Section 9 of the specification: every constant, named once. Durations in milliseconds unless the name says otherwise. */
export const limits = {
  login: {
    freeFailures: 3,
    waitPerFailureSeconds: 10,
    lockAfterFailures: 10,
    lockSeconds: 15 * 60,
    maxLength: 255,
  },
  password: { min: 7, max: 35 },
  view: { min: 3, max: 49 },
  session: { idleHours: 12 },
  search: { page: 1, pageSize: 1000, globalDebounce: 1500 },
  dateDebounce: 200,
  snackbar: 8000,
  chunkRetrySeconds: 120,
  textClamp: 100,
  body: { jsonBytes: 5 * 1024 * 1024, jsonDepth: 64 },
  listImport: { fileBytes: 5 * 1024 * 1024, rows: 20_000 },
  import: { fileBytes: 2 * 1024 * 1024 * 1024, recordBytes: 1024 * 1024, columns: 500, headerBytes: 64 * 1024 },
  document: {
    fileBytes: 200 * 1024 * 1024,
    thumbnailBytes: 300_000,
    thumbnailPixels: 320,
    nameLength: 255,
    binDays: 30,
  },
  confirmWidth: 400,
  quickSearchWidth: 1020,
  popupListHeight: 250,
} as const

export const defaultTimeZone = 'Europe/Zurich'
export const languages = ['DE', 'EN', 'FR'] as const
export type Language = (typeof languages)[number]
export const productTitle = 'Glut'
