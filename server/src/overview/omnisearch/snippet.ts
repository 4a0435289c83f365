import { apostrophes, hyphens } from '#contract/limits'

/** Number of characters shown before the match, and in total. */
const before = 30
const shown = 140

/** Characters that searches treat as word separators. */
const between = new Set(apostrophes + hyphens)

/** Returns a text as searches compare it, with the position in the text of each character. */
function folded(text: string): { plain: string; places: number[] } {
  let plain = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const one = (text[at] ?? '').toLowerCase().replace('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '')
    plain += between.has(one) ? ' ' : one
    for (let times = 0; times < one.length; times++) places.push(at)
  }
  return { plain, places }
}

/** Contracts `mueller` to `muller`, which is the folded form of müller. */
const drawn = (word: string) => word.replace(/([aou])e/g, '$1')

/**
 * Returns the position of a word in a folded text, in any spelling of umlauts, or -1. Words of less than three letters
 * match only at the beginning of a word.
 */
function placeOf({ plain, places }: ReturnType<typeof folded>, word: string): number {
  const sought = folded(word).plain
  const at = [sought, drawn(sought)]
    .map((one) => (one.length < 3 ? ` ${plain}`.indexOf(` ${one}`) : plain.indexOf(one)))
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
