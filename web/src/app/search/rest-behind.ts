import { fold } from '../../ui/text/find.ts'

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** What is typed behind a phrase, which may be nothing; null where it begins otherwise. */
export function restBehind(phrase: string, typed: string): string | null {
  const [said, words] = [wordsOf(phrase), wordsOf(typed)]
  const begins = said.every((word, at) => fold(words[at] ?? '') === fold(word))
  return begins ? words.slice(said.length).join(' ') : null
}
