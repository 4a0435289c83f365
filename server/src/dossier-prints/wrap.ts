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
  const lines: string[] = []
  let [line, used] = ['', 0]
  for (const piece of paragraph.split(/(?<=[ /–-])/).flatMap((word) => fitting(word, width, measure))) {
    const needs = measure(piece)
    if (line && used + measure(piece.trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
      used = 0
    }
    line += piece
    used += needs
  }
  return [...lines, line.trimEnd()]
}

const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' })

/** A word in parts of which each fits. */
function fitting(word: string, width: number, measure: (piece: string) => number): string[] {
  if (measure(word.trimEnd()) <= width) return [word]
  const parts: string[] = []
  let [part, used] = ['', 0]
  for (const { segment } of graphemes.segment(word)) {
    const needs = measure(segment)
    if (part && used + needs > width) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += segment
    used += needs
  }
  return [...parts, part]
}
