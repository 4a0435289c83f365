interface Paragraph {
  /** Number of quote marks before the paragraph. */
  readonly depth: number
  readonly pieces: string[]
  /** Whether its last line continues on the next one. */
  open: boolean
}

/** Joins the lines of a flowed text (RFC 3676), quoted ones too; `withoutBlanks` is its DelSp. */
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
