import {
  grey,
  keepTogether,
  line,
  lineAt,
  lineHeight,
  linesOf,
  newPage,
  type Paper,
  type Style,
  turn,
} from './paper.ts'

export interface Column<Row> {
  readonly title: string
  /** Width relative to the shares of the other columns. */
  readonly share: number
  readonly right?: boolean
  readonly text: (row: Row, index: number) => string
}

const size = 8.5
const height = size * lineHeight
const [gap, padding] = [8, 3]
/** Largest number of lines of a row that is kept on one page. */
const keptLines = 12

/** Writes a table with its header on each page; a row longer than a page continues on the next one. */
export async function table<Row>(paper: Paper, given: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
  const whole = given.reduce((sum, { share }) => sum + share, 0)
  const columns = given.map((column) => ({ ...column, share: column.share / whole }))
  keepTogether(paper, 3 * (height + 2 * padding))
  head(paper, columns)
  for (const [index, row] of rows.entries()) {
    const cells: string[][] = []
    for (const column of columns) {
      const lines: string[] = []
      for (const line of linesOf(paper, column.text(row, index), widthOf(paper, column), { size })) {
        lines.push(line)
        await turn(paper)
      }
      cells.push(lines)
    }
    await writeRow(paper, columns, cells)
  }
}

function head<Row>(paper: Paper, columns: readonly Column<Row>[]): void {
  const style = { face: 'bold', size, colour: grey } as const
  const titles = columns.map((column) => [...linesOf(paper, column.title, widthOf(paper, column), style)])
  const lines = Math.max(...titles.map((title) => title.length))
  for (let at = 0; at < lines; at++) {
    writeLine(
      paper,
      columns,
      titles.map((title) => title[at] ?? ''),
      style,
    )
  }
  paper.y += padding
  line(paper, paper.y)
  paper.y += padding
}

async function writeRow<Row>(paper: Paper, columns: readonly Column<Row>[], cells: readonly string[][]): Promise<void> {
  const lines = Math.max(...cells.map((cell) => cell.length))
  const fits = () => paper.y + Math.min(lines, keptLines) * height + padding <= paper.bottom
  if (!fits()) nextPage(paper, columns)
  for (let at = 0; at < lines; at++) {
    if (paper.y + height > paper.bottom) nextPage(paper, columns)
    const texts = cells.map((cell) => cell[at] ?? '')
    writeLine(paper, columns, texts, { size })
    await turn(paper)
  }
  paper.y += padding
  line(paper, paper.y)
  paper.y += padding
}

function nextPage<Row>(paper: Paper, columns: readonly Column<Row>[]): void {
  newPage(paper)
  head(paper, columns)
}

function writeLine<Row>(paper: Paper, columns: readonly Column<Row>[], texts: readonly string[], style: Style): void {
  let x = paper.left
  for (const [index, column] of columns.entries()) {
    const width = widthOf(paper, column)
    const text = texts[index] ?? ''
    if (text) lineAt(paper, text, { x, y: paper.y, width, align: column.right ? 'right' : 'left' }, style)
    x += width + gap
  }
  paper.y += height
}

const widthOf = <Row>(paper: Paper, { share }: Column<Row>) => share * paper.width - gap
