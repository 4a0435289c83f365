/** Upper limit in bytes for a file of which an excerpt is made. */
export const maxFileBytes = 25 * 1024 * 1024
/** Upper limit of an excerpt in characters. */
export const maxExcerptLength = 200_000
