import { type RawBuilder, sql } from 'kysely'

/** The words of a text that somebody typed into a search, without single signs. */
export const wordsOf = (typed: string): string[] =>
  typed
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 8)

/** That a folded text holds each word. What has no letter or digit cannot be looked for, and finds nothing. */
export function holdsAll(text: RawBuilder<unknown>, typed: string): RawBuilder<unknown>[] {
  const words = wordsOf(typed)
  if (typed !== '' && words.length === 0) return [sql`false`]
  return words.map((word) => sql`${text} like needle(${word})`)
}
