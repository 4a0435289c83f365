import { apostrophes, hyphens } from '#contract/limits'

/** Number of characters shown before the match, and in total. */
const before = 30
const shown = 140

/** Returns a text as searches compare it, with the position in the text of each character. */
function folded(text: string): { plain: string; places: number[] } {
  let plain = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const one = (text[at] ?? '').toLowerCase().replace('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '')
    plain += one
    for (let times = 0; times < one.length; times++) places.push(at)
  }
  return { plain, places }
}

const joiner = `[ ${apostrophes}${hyphens}]`
/**
 * Places where one of these signs matches any other: between letters, with three letters in a row at one side. `joint()`
 * of the database is the same.
 */
const joint = new RegExp(`(?<=\\p{L})${joiner}(?=\\p{L}{3})|(?<=\\p{L}{3})${joiner}(?=\\p{L})`, 'gu')

/** Returns the pattern of a folded word. Words of less than three letters match only at the beginning of a word. */
function patternOf(word: string): string {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return (word.length < 3 ? '(?<= )' : '') + (word.includes('@') ? escaped : escaped.replace(joint, joiner))
}

/** Makes a pattern match umlauts that are written in another way, such as mueller for müller. */
const inAnySpelling = (pattern: string) => pattern.replace(/([aou])e?/g, '$1e?')

/** Returns the position of a word in a folded text, in any spelling of umlauts, or -1. */
function placeOf({ plain, places }: ReturnType<typeof folded>, word: string): number {
  const pattern = patternOf(folded(word).plain)
  const at = [pattern, inAnySpelling(pattern)]
    .map((one) => ` ${plain}`.search(new RegExp(one, 'u')) - 1)
    .find((index) => index >= 0)
  return at === undefined ? -1 : (places[at] ?? -1)
}

/** Returns the part of the text around the first word that it contains, and how many it contains; null if none. */
export function snippet(text: string, words: readonly string[]): { part: string; held: number } | null {
  const single = text.replace(/\s+/g, ' ').trim()
  const plain = folded(single)
  const [at, ...others] = words.map((word) => placeOf(plain, word)).filter((place) => place >= 0)
  if (at === undefined) return null
  const from = at <= before ? 0 : single.lastIndexOf(' ', at - before) + 1
  const part = single.slice(from, from + shown).toWellFormed()
  return {
    part: `${from > 0 ? '… ' : ''}${part}${from + shown < single.length ? ' …' : ''}`,
    held: 1 + others.length,
  }
}
