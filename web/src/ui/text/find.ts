import { apostrophes } from '#contract/limits'

/** Folds text for searching: lower case, without accents, ß as ss, and all apostrophes alike. */
export const fold = (text: string) =>
  isPlain(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .replace(anyApostrophe, "'")
        .replaceAll('ß', 'ss')
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')

const anyApostrophe = new RegExp(`[${apostrophes}´]`, 'g')

/** Tests for text that only needs lower case, which is most text. A filter folds thousands of texts per key press. */
const isPlain = (text: string) => !/[^ -_a-~]/.test(text)

/** Returns the searchable form of a text: folded, with umlauts written out, and with those contracted. */
export function searchText(text: string): string {
  const plain = fold(text)
  const spelt = isPlain(text) ? plain : fold(text.normalize('NFC').replace(/[äöü]/gi, '$&e'))
  return [...new Set([plain, spelt, drawnTogether(plain)])].join('\n')
}

/** Contracts `mueller` to `muller`, as which a folded ü is written. */
const drawnTogether = (folded: string) => folded.replace(/([aou])e/g, '$1')

/** Returns a predicate on `searchText`. «Müller», «Mueller» and «Muller» find each other, as on the server. */
export function soughtIn(typed: string): (searched: string) => boolean {
  const sought = fold(typed.trim())
  const drawn = drawnTogether(sought)
  // «Joel» must not find every «Jol…»
  const isDrawn = drawn.length >= 5
  return (searched) => searched.includes(sought) || (isDrawn && searched.includes(drawn))
}

/** Returns a predicate like `soughtIn`, but on unprepared text. */
export function finder(typed: string): (text: string) => boolean {
  const holds = soughtIn(typed)
  return (text) => holds(searchText(text))
}

/** Returns the first `most` entries with a matching text, for a field that suggests them. */
export function firstFound<T>(all: readonly T[], typed: string, textOf: (one: T) => string, most: number): T[] {
  const holds = finder(typed)
  return all.filter((one) => holds(textOf(one))).slice(0, most)
}
