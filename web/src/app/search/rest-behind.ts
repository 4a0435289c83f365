import { fold } from '../../ui/text/find.ts'

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** Returns the text typed after a phrase, possibly empty; null where the text does not begin with it. */
export function restBehind(phrase: string, typed: string): string | null {
  const [said, words] = [wordsOf(phrase), wordsOf(typed)]
  const begins = said.every((word, at) => fold(words[at] ?? '') === fold(word))
  return begins ? words.slice(said.length).join(' ') : null
}
