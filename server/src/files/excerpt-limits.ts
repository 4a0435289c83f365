/** A larger file has no excerpt. */
export const maxFileBytes = 25 * 1024 * 1024
/** In characters. */
export const maxExcerptLength = 200_000
