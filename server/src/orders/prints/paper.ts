import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { limits } from '#contract/limits'
import { fail } from '../../http/problem.ts'
import { type HasGlyph, openGlyphs, withoutGaps } from './missing-glyphs.ts'
import { hasRightToLeft, inVisualOrder } from './visual-order.ts'
import { wrap } from './wrap.ts'

/** PDF uses points of 1/72 inch. */
const pointsPerMm = 72 / 25.4
export const mm = (length: number) => length * pointsPerMm

const read = (url: string) => readFileSync(fileURLToPath(url))
let fonts: { text: Buffer; bold: Buffer } | undefined

type Face = 'text' | 'bold'
const ink = '#1f2124'
export const grey = '#5a5e64'
const rule = '#c9cbce'
export const lineHeight = 1.3
/** Default size of text in points. */
export const textSize = 9
/** Time in milliseconds after which drawing yields to the event loop. */
const turnMs = 20

/** Limits how many documents are drawn at once: each is in memory until its last page is done. */
export const drawing = pLimit(2)

interface Setup {
  readonly title: string
  readonly lang: string
  readonly now: Date
  /** Width and height in points. */
  readonly size: readonly [number, number]
  readonly margin: { top: number; right: number; bottom: number; left: number }
  readonly mostPages?: number
}

/** A document that is written from top to bottom; `y` is the present position. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument
  readonly left: number
  readonly top: number
  readonly width: number
  readonly bottom: number
  readonly mostPages: number
  readonly hasGlyph: HasGlyph
  y: number
  pages: number
  /** Whether a text had characters that the fonts do not have. */
  hasGaps: boolean
  /** Time of the last yield to the event loop. */
  turnAt: number
}

export async function openPaper(setup: Setup): Promise<Paper> {
  const { title, lang, now, size, margin, mostPages = limits.printPages } = setup
  // Imported with the first print, so that the product starts faster.
  const { default: PDFDocument } = await import('pdfkit')
  fonts ??= {
    text: read(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
    bold: read(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
  }
  const doc = new PDFDocument({
    size: [...size],
    // Page breaks are set by this module; with a margin the library would add its own.
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
    hasGlyph: openGlyphs(doc, ['text', 'bold'] satisfies Face[]),
    y: margin.top,
    pages: 1,
    hasGaps: false,
    turnAt: performance.now(),
  }
}

/** Returns the bytes of the document. `onPage` first draws on every page what needs the number of pages. */
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
  // The pages are ended already; the library would end them again, all at once.
  doc.flushPages = () => undefined
  doc.end()
  await ended
  return Buffer.concat(parts)
}

/** Yields to the event loop if drawing took long; to be awaited for each line, because a document may be large. */
export async function turn(paper: Paper): Promise<void> {
  if (performance.now() - paper.turnAt < turnMs) return
  await setImmediate()
  paper.turnAt = performance.now()
}

/** Begins a new page. Errors: PRINT_TOO_LONG. */
export function newPage(paper: Paper): void {
  if (paper.pages === paper.mostPages) fail('PRINT_TOO_LONG', { values: { limit: paper.mostPages } })
  paper.pages += 1
  paper.doc.addPage()
  paper.y = paper.top
}

/** Begins a new page unless this one has room for the height. */
export function keepTogether(paper: Paper, height: number): void {
  if (paper.y + height > paper.bottom && paper.y > paper.top) newPage(paper)
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A document embeds a picture once per data URL, however many pages show it. */
interface Picture extends Size {
  readonly url: string
}

export interface Style {
  readonly face?: Face
  readonly size?: number
  readonly colour?: string
}

/** Yields the lines of a text lazily. */
export function linesOf(paper: Paper, text: string, width: number, { face = 'text', size = textSize }: Style = {}) {
  return wrap(shown(paper, text), width, (piece) => paper.doc.font(face).fontSize(size).widthOfString(piece))
}

export const widthOf = (paper: Paper, text: string, { face = 'text', size = textSize }: Style = {}): number =>
  paper.doc.font(face).fontSize(size).widthOfString(shown(paper, text))

/** Returns a text as it can be drawn. */
function shown(paper: Paper, text: string): string {
  const whole = withoutGaps(text, paper.hasGlyph)
  if (whole !== text) paper.hasGaps = true
  return whole
}

/** Returns as much of a text as fits in one line, with an ellipsis. */
export function shortened(paper: Paper, given: string, width: number, style?: Style): string {
  const text = shown(paper, given)
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

/** Draws one line at a position, without wrapping or page break. */
export function lineAt(
  paper: Paper,
  given: string,
  { x, y, width, align = 'left' }: { x: number; y: number; width?: number; align?: 'left' | 'right' },
  { face = 'text', size = textSize, colour = ink }: Style = {},
): void {
  const { doc } = paper
  const text = shown(paper, given)
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

/** Draws a picture in the upper right corner, as large as fits; returns its size. */
export function cornerPicture({ doc, left, top, width }: Paper, { url, ...size }: Picture, room: Size): Size {
  const scale = Math.min(room.width / size.width, room.height / size.height)
  const shown = { width: size.width * scale, height: size.height * scale }
  doc.image(url, left + width - shown.width, top, shown)
  return shown
}

/** Writes a text over the full width, on as many pages as it needs. */
export async function paragraph(paper: Paper, text: string, style: Style = {}): Promise<void> {
  const height = (style.size ?? textSize) * lineHeight
  for (const line of linesOf(paper, text, paper.width, style)) {
    keepTogether(paper, height)
    lineAt(paper, line, { x: paper.left, y: paper.y }, style)
    paper.y += height
    await turn(paper)
  }
}

/** Writes the title of a section with room for content, so that it is not alone at the end of a page. */
export function heading(paper: Paper, text: string, room = 40): void {
  if (paper.y > paper.top) paper.y += 14
  keepTogether(paper, 18 + room)
  lineAt(paper, text, { x: paper.left, y: paper.y }, { face: 'bold', size: 11 })
  paper.y += 18
}

export function line(paper: Paper, y: number, from = paper.left, to = paper.left + paper.width): void {
  paper.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor(rule).stroke()
}
