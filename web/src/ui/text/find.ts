import { apostrophes } from '#contract/limits'

/** Lower case without accents, ß as ss, and any apostrophe as one: how texts are compared when somebody looks for them. */
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

/** Most texts are, and a filter asks thousands of them at each key. */
const isPlain = (text: string) => !/[^ -_a-~]/.test(text)

/** A text as `soughtIn` looks through it: folded, with its umlauts spelt out, and with spelt-out umlauts drawn together. */
export function searchText(text: string): string {
  const plain = fold(text)
  const spelt = isPlain(text) ? plain : fold(text.normalize('NFC').replace(/[äöü]/gi, '$&e'))
  return [...new Set([plain, spelt, drawnTogether(plain)])].join('\n')
}

/** `mueller` as `muller`, which is what a folded ü is. */
const drawnTogether = (folded: string) => folded.replace(/([aou])e/g, '$1')

/** Makes `holds(searchText)`: «Müller», «Mueller» and «Muller» find each other, as on the server. */
export function soughtIn(typed: string): (searched: string) => boolean {
  const sought = fold(typed.trim())
  const drawn = drawnTogether(sought)
  // «Joel» shall not find every «Jol…»
  const isDrawn = drawn.length >= 5
  return (searched) => searched.includes(sought) || (isDrawn && searched.includes(drawn))
}

/** The same for a text as it is. */
export function finder(typed: string): (text: string) => boolean {
  const holds = soughtIn(typed)
  return (text) => holds(searchText(text))
}

/** The first `most` of a list whose text holds it, for a field that offers them. */
export function firstFound<T>(all: readonly T[], typed: string, textOf: (one: T) => string, most: number): T[] {
  const holds = finder(typed)
  return all.filter((one) => holds(textOf(one))).slice(0, most)
}
