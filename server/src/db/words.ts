import { type RawBuilder, sql } from 'kysely'

/** Returns the words of a search text, without single signs and the punctuation around them: «Muster, Anna». */
export const wordsOf = (typed: string): string[] =>
  typed
    .split(/\s+|(?<=\p{L})[,;](?=\p{L})/u)
    .map((word) => (/\p{L}/u.test(word) ? word.replace(around, '') : word.replace(/(?<![,;])[,;]+$/, '')))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 8)

const sign = '[,;:!?()<>[\\]"«»‹›„“”]'
const around = new RegExp(`^${sign}+|(?<!${sign})${sign}+$`, 'g')

/** A function that returns the LIKE pattern for a word in a folded text. */
export type MakeNeedle = (typed: string) => RawBuilder<unknown>
export const needle: MakeNeedle = (typed) => sql`needle(${typed})`

/**
 * Returns the pattern for a plan that is kept: computed once and not for every row. A plan for one value has it as a
 * constant anyway, and can estimate how many rows match.
 */
export const needleOnce: MakeNeedle = (typed) => sql`(select needle(${typed}))`

/** A sign between letters, in whose place the pattern accepts any character. */
const joint = /\p{L}[^\p{L}\p{N}]+\p{L}/u

/** Returns a condition that a folded text contains what was typed. */
export function isHeld(text: RawBuilder<unknown>, typed: string, make = needle): RawBuilder<boolean> {
  const found = sql<boolean>`${text} like ${make(typed)}`
  return joint.test(typed) ? sql<boolean>`(${found} and ${text} ~ (select joined_needle(${typed})))` : found
}

/** Returns conditions that a folded text contains each word. A search without letters or digits finds nothing. */
export function holdsAll(text: RawBuilder<unknown>, typed: string, make = needle): RawBuilder<unknown>[] {
  const words = wordsOf(typed)
  if (typed !== '' && words.length === 0) return [sql`false`]
  return words.map((word) => isHeld(text, word, make))
}
