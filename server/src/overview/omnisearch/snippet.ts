/** Characters of a text that are shown around what was found. */
const before = 30
const shown = 140

/** Each character as searches compare it, with the place in the text that it stands for. */
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

/** `mueller` as `muller`, which is what a folded ü is. */
const drawn = (word: string) => word.replace(/([aou])e/g, '$1')

/** Where a text holds the word, in any spelling of its umlauts; -1 where it does not. */
function placeOf(text: string, word: string): number {
  const { plain, places } = folded(text)
  const sought = folded(word).plain
  const at = [sought, drawn(sought)].map((one) => plain.indexOf(one)).find((index) => index >= 0)
  return at === undefined ? -1 : (places[at] ?? -1)
}

/** The part of the text around the first of the words that it holds; null when it holds none of them. */
export function snippet(text: string, words: readonly string[]): string | null {
  const single = text.replace(/\s+/g, ' ').trim()
  const at = words.map((word) => placeOf(single, word)).find((place) => place >= 0)
  if (at === undefined) return null
  const from = at <= before ? 0 : single.lastIndexOf(' ', at - before) + 1
  const part = single.slice(from, from + shown).toWellFormed()
  return `${from > 0 ? '… ' : ''}${part}${from + shown < single.length ? ' …' : ''}`
}
