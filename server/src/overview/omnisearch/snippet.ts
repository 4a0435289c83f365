import { apostrophes, hyphens } from '#contract/limits'

/** Characters of a text that are shown around what was found. */
const before = 30
const shown = 140

/** What finds each other between letters. */
const between = new Set(apostrophes + hyphens)

/** Each character as searches compare it, with the place in the text that it stands for. */
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

/** `mueller` as `muller`, which is what a folded ü is. */
const drawn = (word: string) => word.replace(/([aou])e/g, '$1')

/** Where a folded text holds the word, in any spelling of its umlauts; -1 where it does not. Short ones begin a word. */
function placeOf({ plain, places }: ReturnType<typeof folded>, word: string): number {
  const sought = folded(word).plain
  const at = [sought, drawn(sought)]
    .map((one) => (one.length < 3 ? ` ${plain}`.indexOf(` ${one}`) : plain.indexOf(one)))
    .find((index) => index >= 0)
  return at === undefined ? -1 : (places[at] ?? -1)
}

/** The part of the text around the first of the words that it holds, and how many it holds; null when it holds none. */
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
