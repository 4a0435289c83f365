/**
 * A text in lines no wider than `width`: broken where people would break it, and within a word only where the word alone
 * is too wide. Signs that control something become spaces.
 */
export function wrap(text: string, width: number, measure: (piece: string) => number): string[] {
  return text
    .toWellFormed()
    .split(/\r\n?|[\n\u2028\u2029]/)
    .flatMap((paragraph) => wrapOne(paragraph.replace(/\p{Cc}/gu, ' ').trimEnd(), width, measure))
}

function wrapOne(paragraph: string, width: number, measure: (piece: string) => number): string[] {
  const pieces = paragraph
    .split(/(?<=[ /–-])/)
    .flatMap((word) => (measure(word.trimEnd()) <= width ? [word] : filled(graphemesOf(word), width, measure)))
  return filled(pieces, width, measure).map((line) => line.trimEnd())
}

/** Pieces put together to lines of which each holds as many as fit; a space at the end of a line takes no room. */
function filled(pieces: readonly string[], width: number, measure: (piece: string) => number): string[] {
  const lines: string[] = []
  let [line, used] = ['', 0]
  for (const piece of pieces) {
    if (line && used + measure(piece.trimEnd()) > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += piece
    used += measure(piece)
  }
  return [...lines, line]
}

const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' })
const graphemesOf = (word: string) => Array.from(graphemes.segment(word), ({ segment }) => segment)
