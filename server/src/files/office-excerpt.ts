import type { DocumentExcerpt } from '#contract/lists/galleries'
import { maxExcerptLength } from './excerpt-limits.ts'
import { readXml } from './xml.ts'
import { unpack, zipMembers } from './zip-members.ts'

/** Upper limit in bytes for all that is unpacked of one file, because a ZIP of 1 MB may expand to a terabyte. */
const unpackedBytes = 16 * 1024 * 1024
/** What each member counts for at least: a ZIP of 10 MB may have 100,000 members, and each takes time of its own. */
const leastBytes = 8192

type Members = ReturnType<typeof zipMembers>
type Unpack = (name: string) => Promise<string>

/** Returns the text of an Office or LibreOffice file, without formatting. Throws when it cannot be read. */
export async function officeExcerpt(content: Buffer, mimeType: string): Promise<DocumentExcerpt> {
  const read = readers.find(([pattern]) => pattern.test(mimeType))?.[1]
  if (!read) throw new Error(`${mimeType} has no text`)
  const members = zipMembers(content)
  let left = unpackedBytes
  let whole = true
  const unpacked: Unpack = async (name) => {
    const member = members.get(name)
    if (!member) return ''
    if (left <= 0) {
      whole = false
      return ''
    }
    const part = await unpack(member, left)
    left -= Math.max(part.content.length, leastBytes)
    whole &&= part.whole
    return part.content.toString('utf8')
  }
  const text = (await read(members, unpacked)).replace(/\n{3,}/g, '\n\n').trim()
  return {
    kind: 'TEXT',
    text: text.slice(0, maxExcerptLength).toWellFormed(),
    shortened: !whole || text.length > maxExcerptLength,
  }
}

export const hasOfficeExcerpt = (mimeType: string) => readers.some(([pattern]) => pattern.test(mimeType))

const readers: readonly (readonly [RegExp, (members: Members, unpacked: Unpack) => Promise<string>])[] = [
  [/openxmlformats-\w+\.wordprocessingml\./, async (_, unpacked) => textOf(await unpacked('word/document.xml'), word)],
  [/openxmlformats-\w+\.spreadsheetml\./, readSheets],
  [/openxmlformats-\w+\.presentationml\./, readSlides],
  [
    /^application\/vnd\.oasis\.opendocument\./,
    async (_, unpacked) => textOf(await unpacked('content.xml'), openDocument),
  ],
]

/** Meaning of a format's elements: the one that holds text (all, where none is named), and what others stand for. */
interface Format {
  readonly holdsText?: string
  readonly starts?: Record<string, string>
  readonly ends: Record<string, string>
}

const word: Format = { holdsText: 'w:t', starts: { 'w:tab': '\t', 'w:br': '\n' }, ends: { 'w:p': '\n' } }
const slide: Format = { holdsText: 'a:t', starts: { 'a:br': '\n' }, ends: { 'a:p': '\n' } }
const openDocument: Format = {
  starts: { 'text:tab': '\t', 'text:line-break': '\n', 'text:s': ' ' },
  ends: { 'text:p': '\n', 'text:h': '\n', 'table:table-cell': '\t', 'table:table-row': '\n' },
}

/** Returns the text of an XML document. */
function textOf(xml: string, { holdsText, starts = {}, ends }: Format): string {
  let text = ''
  let inside = holdsText === undefined
  readXml(xml, {
    opened(name) {
      if (name === holdsText) inside = true
      text += starts[name] ?? ''
    },
    text(piece) {
      if (inside) text += piece
    },
    closed(name) {
      if (name === holdsText) inside = false
      text += ends[name] ?? ''
    },
  })
  return text
}

async function readSlides(members: Members, unpacked: Unpack): Promise<string> {
  const slides = inOrder([...members.keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)))
  const texts: string[] = []
  for (const name of slides) texts.push(textOf(await unpacked(name), slide))
  return texts.join('\n\n')
}

/** Returns every sheet below its title, with tabs between the cells. */
async function readSheets(members: Members, unpacked: Unpack): Promise<string> {
  const titles: string[] = []
  readXml(await unpacked('xl/workbook.xml'), {
    opened: (name, attributes) => void (name === 'sheet' && titles.push(attributes.name ?? '')),
  })
  const shared = sharedTexts(await unpacked('xl/sharedStrings.xml'))
  const sheets = inOrder([...members.keys()].filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name)))
  const texts: string[] = []
  for (const [index, name] of sheets.entries()) {
    texts.push([titles[index] ?? '', ...linesOf(await unpacked(name), shared)].join('\n'))
  }
  return texts.join('\n\n')
}

/** Returns the shared strings, which cells name by their index. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let text = ''
  let inside = false
  readXml(xml, {
    opened(name) {
      if (name === 'si') text = ''
      inside = name === 't'
    },
    text(piece) {
      if (inside) text += piece
    },
    closed(name) {
      if (name === 'si') texts.push(text)
      inside = false
    },
  })
  return texts
}

/** Returns the rows of a sheet. A cell names its place, because empty cells may be left out of the file. */
function linesOf(xml: string, shared: readonly string[]): string[] {
  const lines: string[] = []
  let cells: string[] = []
  let cell: Readonly<Record<string, string>> = {}
  let value = ''
  let inside = false
  readXml(xml, {
    opened(name, attributes) {
      if (name === 'row') cells = []
      if (name === 'c') {
        cell = attributes
        value = ''
      }
      inside = name === 'v' || (name === 't' && cell.t === 'inlineStr')
    },
    text(piece) {
      if (inside) value += piece
    },
    closed(name) {
      inside = false
      if (name === 'row') lines.push(cells.join('\t').trimEnd())
      if (name !== 'c') return
      const [, column] = /^([A-Z]{1,2})\d/.exec(cell.r ?? '') ?? []
      const place = column ? placeOf(column) : cells.length
      while (cells.length < place) cells.push('')
      cells.push(cell.t === 's' ? (shared[Number(value)] ?? '') : value)
    },
  })
  return lines
}

/** Returns the index of a column: A is 0, Z is 25, AA is 26. */
const placeOf = (column: string) => [...column].reduce((place, letter) => 26 * place + letter.charCodeAt(0) - 64, 0) - 1

const inOrder = (names: string[]) => names.sort((a, b) => numberIn(a) - numberIn(b))
const numberIn = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0)
