import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { limits } from '#contract/limits'
import { fail } from '../../http/problem.ts'
import { hasRightToLeft, inVisualOrder } from './visual-order.ts'
import { wrap } from './wrap.ts'

/** Points: 72 to the inch. */
const pointsPerMm = 72 / 25.4
export const mm = (length: number) => length * pointsPerMm

const read = (url: string) => readFileSync(fileURLToPath(url))
let fonts: { text: Buffer; bold: Buffer } | undefined

type Face = 'text' | 'bold'
const ink = '#1f2124'
export const grey = '#5a5e64'
const rule = '#c9cbce'
export const lineHeight = 1.3
/** Where nothing else is said. */
export const textSize = 9
/** Others get their turn after so long. */
const turnMs = 20

/** A document is in memory until its last page is drawn: so many are drawn at once, and the next ones wait. */
export const drawing = pLimit(2)

interface Setup {
  readonly title: string
  readonly lang: string
  readonly now: Date
  /** In points. */
  readonly size: readonly [number, number]
  readonly margin: { top: number; right: number; bottom: number; left: number }
  readonly mostPages?: number
}

/** A document that is written from top to bottom; `y` is where the next thing stands. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument
  readonly left: number
  readonly top: number
  readonly width: number
  readonly bottom: number
  readonly mostPages: number
  y: number
  pages: number
  /** When others had their turn. */
  turnAt: number
}

export async function openPaper(setup: Setup): Promise<Paper> {
  const { title, lang, now, size, margin, mostPages = limits.printPages } = setup
  // read with the first print: the product starts without it
  const { default: PDFDocument } = await import('pdfkit')
  fonts ??= {
    text: read(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
    bold: read(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
  }
  const doc = new PDFDocument({
    size: [...size],
    // What is written decides itself where a page ends; the library would begin one of its own.
    margin: 0,
    bufferPages: true,
    lang,
    displayTitle: true,
    info: { Title: title, CreationDate: now, ModDate: now },
  })
  doc.registerFont('text', fonts.text).registerFont('bold', fonts.bold).font('text').fillColor(ink)
  const [width, height] = size
  return {
    doc,
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    bottom: height - margin.bottom,
    mostPages,
    y: margin.top,
    pages: 1,
    turnAt: performance.now(),
  }
}

/** The bytes, once `onPage` has written on every page what needs their number. */
export async function closePaper(paper: Paper, onPage: (page: number, pages: number) => void): Promise<Buffer> {
  const { doc, pages } = paper
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  for (let page = 0; page < pages; page++) {
    doc.switchToPage(page)
    onPage(page + 1, pages)
    doc.page.end()
    await turn(paper)
  }
  // The library would end them all at once, and once more.
  doc.flushPages = () => undefined
  doc.end()
  await ended
  return Buffer.concat(parts)
}

/** To be awaited at each line: a client may have much written, and others are answered meanwhile. */
export async function turn(paper: Paper): Promise<void> {
  if (performance.now() - paper.turnAt < turnMs) return
  await setImmediate()
  paper.turnAt = performance.now()
}

/** Errors: PRINT_TOO_LONG, as everything that is drawn. */
export function newPage(paper: Paper): void {
  if (paper.pages === paper.mostPages) fail('PRINT_TOO_LONG', { values: { limit: paper.mostPages } })
  paper.pages += 1
  paper.doc.addPage()
  paper.y = paper.top
}

/** So much room on this page, or the next one. */
export function keepTogether(paper: Paper, height: number): void {
  if (paper.y + height > paper.bottom && paper.y > paper.top) newPage(paper)
}

interface Size {
  readonly width: number
  readonly height: number
}

/** By a data URL, under which a document keeps it once, however many pages show it. */
interface Picture extends Size {
  readonly url: string
}

export interface Style {
  readonly face?: Face
  readonly size?: number
  readonly colour?: string
}

/** Each is made when it is asked for. */
export function linesOf({ doc }: Paper, text: string, width: number, { face = 'text', size = textSize }: Style = {}) {
  return wrap(text, width, (piece) => doc.font(face).fontSize(size).widthOfString(piece))
}

export const widthOf = ({ doc }: Paper, text: string, { face = 'text', size = textSize }: Style = {}): number =>
  doc.font(face).fontSize(size).widthOfString(text)

/** As much of a text as there is room for in one line. */
export function shortened(paper: Paper, text: string, width: number, style?: Style): string {
  if (widthOf(paper, text, style) <= width) return text
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  const cut = (length: number) => `${letters.slice(0, length).join('').trimEnd()}…`
  let [fits, over] = [0, letters.length]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (widthOf(paper, cut(middle), style) <= width) fits = middle
    else over = middle
  }
  return cut(fits)
}

/** One line at a place, as it is: not broken, and on no other page. */
export function lineAt(
  { doc }: Paper,
  text: string,
  { x, y, width, align = 'left' }: { x: number; y: number; width?: number; align?: 'left' | 'right' },
  { face = 'text', size = textSize, colour = ink }: Style = {},
): void {
  doc.font(face).fontSize(size).fillColor(colour)
  const shift = align === 'right' && width !== undefined ? width - doc.widthOfString(text) : 0
  if (!hasRightToLeft(text)) {
    doc.text(text, x + shift, y, { lineBreak: false })
    return
  }
  let from = x + shift
  for (const piece of inVisualOrder(text)) {
    if (piece.trim()) doc.text(piece, from, y, { lineBreak: false })
    from += doc.widthOfString(piece)
  }
}

/** A picture in the upper right corner, as large as there is room for; answers how wide and high it stands there. */
export function cornerPicture({ doc, left, top, width }: Paper, { url, ...size }: Picture, room: Size): Size {
  const scale = Math.min(room.width / size.width, room.height / size.height)
  const shown = { width: size.width * scale, height: size.height * scale }
  doc.image(url, left + width - shown.width, top, shown)
  return shown
}

/** A text over the whole width, over as many pages as it needs. */
export async function paragraph(paper: Paper, text: string, style: Style = {}): Promise<void> {
  const height = (style.size ?? textSize) * lineHeight
  for (const line of linesOf(paper, text, paper.width, style)) {
    keepTogether(paper, height)
    lineAt(paper, line, { x: paper.left, y: paper.y }, style)
    paper.y += height
    await turn(paper)
  }
}

/** A title of a section, never alone at the end of a page. */
export function heading(paper: Paper, text: string, room = 40): void {
  if (paper.y > paper.top) paper.y += 14
  keepTogether(paper, 18 + room)
  lineAt(paper, text, { x: paper.left, y: paper.y }, { face: 'bold', size: 11 })
  paper.y += 18
}

export function line(paper: Paper, y: number, from = paper.left, to = paper.left + paper.width): void {
  paper.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor(rule).stroke()
}
