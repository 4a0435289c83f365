interface Paragraph {
  /** How many marks of quoting stand before it. */
  readonly depth: number
  readonly pieces: string[]
  /** Its last line goes on in the next. */
  open: boolean
}

/** A text whose lines go on where they end in a blank (RFC 3676), quoted ones too; `withoutBlanks` is its DelSp. */
export function unflowed(text: string, withoutBlanks: boolean): string {
  const paragraphs: Paragraph[] = []
  for (const line of text.split(/\r?\n/)) {
    const [marks = ''] = /^>*/.exec(line) ?? []
    const said = line.slice(marks.length).replace(/^ /, '')
    const open = said.endsWith(' ') && said !== '-- '
    const piece = open && withoutBlanks ? said.slice(0, -1) : said
    const last = paragraphs.at(-1)
    if (last?.open && last.depth === marks.length && said !== '-- ') {
      last.pieces.push(piece)
      last.open = open
    } else paragraphs.push({ depth: marks.length, pieces: [piece], open })
  }
  return paragraphs.map(({ depth, pieces }) => quoted(depth, pieces.join(''))).join('\n')
}

const quoted = (depth: number, line: string) =>
  depth > 0 && line ? `${'>'.repeat(depth)} ${line}` : '>'.repeat(depth) + line
