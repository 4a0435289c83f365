const names: readonly (readonly [RegExp, string])[] = [
  [/^application\/pdf$/, 'PDF'],
  [/wordprocessingml|msword|opendocument\.text/, 'Word'],
  [/spreadsheetml|ms-excel|opendocument\.spreadsheet/, 'Excel'],
  [/presentationml|ms-powerpoint|opendocument\.presentation/, 'PowerPoint'],
  [/^message\/rfc822$|ms-outlook/, 'E-Mail'],
  [/^text\/csv$/, 'CSV'],
  [/^text\//, 'Text'],
  [/^image\/svg/, 'SVG'],
]

/** Returns the common name of a file type: PDF, Word, PNG. */
export const fileType = (mimeType: string): string =>
  names.find(([pattern]) => pattern.test(mimeType))?.[1] ??
  (mimeType.split('/')[1] ?? mimeType).replace(/^x-/, '').toUpperCase()
