import { grey, keepTogether, lineAt, lineHeight, linesOf, type Paper, type Style, textSize } from './paper.ts'

/** A name with its value; facts without a value are not printed. */
export type Fact = readonly [name: string, value: string | null]

const height = textSize * lineHeight
const labelShare = 0.4
const gap = 14

/** Draws names and values in two columns, each read from top to bottom. */
export function facts(paper: Paper, all: readonly Fact[]): void {
  const known = all.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  const half = Math.ceil(known.length / 2)
  const rows = Array.from({ length: half }, (_, row) => [known[row], known[half + row]])
  const width = (paper.width - gap) / 2
  for (const row of rows) {
    const cells = row.map((fact) => ({
      name: [...linesOf(paper, fact?.[0] ?? '', width * labelShare - gap / 2)],
      value: [...linesOf(paper, fact?.[1] ?? '', width * (1 - labelShare))],
    }))
    const lines = Math.max(...cells.flatMap(({ name, value }) => [name.length, value.length]))
    keepTogether(paper, lines * height)
    for (const [column, { name, value }] of cells.entries()) {
      const x = paper.left + column * (width + gap)
      block(paper, name, x, paper.y, { colour: grey })
      block(paper, value, x + width * labelShare, paper.y)
    }
    paper.y += lines * height + 2
  }
}

/** Draws blocks of lines side by side, each below its title. */
export function sideBySide(paper: Paper, blocks: readonly { title: string; lines: readonly string[] }[]): void {
  const width = (paper.width - gap * (blocks.length - 1)) / blocks.length
  const texts = blocks.map(({ lines }) => lines.flatMap((one) => [...linesOf(paper, one, width)]))
  const lines = 1 + Math.max(...texts.map((text) => text.length))
  keepTogether(paper, lines * height + 14)
  if (paper.y > paper.top) paper.y += 14
  for (const [index, { title }] of blocks.entries()) {
    const x = paper.left + index * (width + gap)
    lineAt(paper, title, { x, y: paper.y }, { face: 'bold', size: 11 })
    block(paper, texts[index] ?? [], x, paper.y + 18)
  }
  paper.y += 18 + (lines - 1) * height
}

function block(paper: Paper, lines: readonly string[], x: number, y: number, style?: Style): void {
  for (const [at, text] of lines.entries()) lineAt(paper, text, { x, y: y + at * height }, style)
}
