import { type RawBuilder, sql } from 'kysely'

/** The words of a text that somebody typed into a search, without single signs and what parts or quotes them: «Muster, Anna». */
export const wordsOf = (typed: string): string[] =>
  typed
    .split(/\s+|(?<=\p{L})[,;](?=\p{L})/u)
    .map((word) => (/\p{L}/u.test(word) ? word.replace(around, '') : word.replace(/(?<![,;])[,;]+$/, '')))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 8)

const sign = '[,;:!?()<>[\\]"«»‹›„“”]'
const around = new RegExp(`^${sign}+|(?<!${sign})${sign}+$`, 'g')

/** The pattern that finds a word in a folded text. */
export type MakeNeedle = (typed: string) => RawBuilder<unknown>
export const needle: MakeNeedle = (typed) => sql`needle(${typed})`

/**
 * The same for a plan that is kept: made once and not for every row that is compared. A plan for one value has it as a
 * constant anyway, and sees how many rows hold it.
 */
export const needleOnce: MakeNeedle = (typed) => sql`(select needle(${typed}))`

/** Where it may be written otherwise by a sign: the pattern takes any sign there. */
const joint = /\p{L}[^\p{L}\p{N}]+\p{L}/u

/** That a folded text holds what was typed. */
export function isHeld(text: RawBuilder<unknown>, typed: string, make = needle): RawBuilder<boolean> {
  const found = sql<boolean>`${text} like ${make(typed)}`
  return joint.test(typed) ? sql<boolean>`(${found} and ${text} ~ (select joined_needle(${typed})))` : found
}

/** That a folded text holds each word. What has no letter or digit cannot be looked for, and finds nothing. */
export function holdsAll(text: RawBuilder<unknown>, typed: string, make = needle): RawBuilder<unknown>[] {
  const words = wordsOf(typed)
  if (typed !== '' && words.length === 0) return [sql`false`]
  return words.map((word) => isHeld(text, word, make))
}
