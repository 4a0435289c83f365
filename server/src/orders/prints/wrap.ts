/** Largest number of characters per line and per piece, which only characters without a width exceed. */
const mostSigns = { line: 1000, piece: 50 }

/**
 * Yields the lines of a text no wider than `width`. They break at word boundaries, and within a word only if it alone
 * is too wide. Control characters become spaces.
 */
export function* wrap(text: string, width: number, measure: (piece: string) => number): Generator<string, void> {
  for (const paragraph of text.toWellFormed().split(/\r\n?|[\n\u2028\u2029]/)) {
    const pieces = piecesOf(paragraph.replace(/\p{Cc}/gu, ' ').trimEnd(), width, measure)
    for (const line of filled(pieces, width, measure)) yield line.trimEnd()
  }
}

function* piecesOf(paragraph: string, width: number, measure: (piece: string) => number) {
  for (const word of paragraph.split(/(?<=[ /–-])/)) {
    const bare = word.trimEnd()
    if (bare.length <= mostSigns.line && measure(bare) <= width) yield word
    else yield* filled(graphemesOf(word), width, measure)
  }
}

/** Fills each line with as many pieces as fit; a trailing space takes no room. */
function* filled(pieces: Iterable<string>, width: number, measure: (piece: string) => number) {
  let [line, used] = ['', 0]
  for (const piece of pieces) {
    if (line && (used + measure(piece.trimEnd()) > width || line.length + piece.length > mostSigns.line)) {
      yield line
      line = ''
      used = 0
    }
    line += piece
    used += measure(piece)
  }
  yield line
}

const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' })
function* graphemesOf(word: string) {
  for (const { segment } of graphemes.segment(word)) {
    for (let at = 0; at < segment.length; at += mostSigns.piece) yield segment.slice(at, at + mostSigns.piece)
  }
}
