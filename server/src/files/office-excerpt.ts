import { limits } from '#contract/limits'
import type { DocumentExcerpt } from '#contract/lists/galleries'
import { unpack, zipMembers } from './zip-members.ts'

/** All that is unpacked of one file: a ZIP of 1 MB may hold a terabyte. */
const unpackedBytes = 16 * 1024 * 1024

type Members = ReturnType<typeof zipMembers>
type Unpack = (name: string) => Promise<string>

/** The text of a file of Office or LibreOffice, without its form. Throws when it cannot be read. */
export async function officeExcerpt(content: Buffer, mimeType: string): Promise<DocumentExcerpt> {
  const read = readers.find(([pattern]) => pattern.test(mimeType))?.[1]
  if (!read) throw new Error(`${mimeType} has no text`)
  const members = zipMembers(content)
  let left = unpackedBytes
  let whole = true
  const unpacked: Unpack = async (name) => {
    const member = members.get(name)
    if (!member) return ''
    const part = await unpack(member, left)
    left -= part.content.length
    whole &&= part.whole
    return part.content.toString('utf8')
  }
  const text = (await read(members, unpacked)).replace(/\n{3,}/g, '\n\n').trim()
  return {
    kind: 'TEXT',
    text: text.slice(0, limits.document.excerptLength).toWellFormed(),
    shortened: !whole || text.length > limits.document.excerptLength,
  }
}

export const hasOfficeExcerpt = (mimeType: string) => readers.some(([pattern]) => pattern.test(mimeType))

const readers: readonly (readonly [RegExp, (members: Members, unpacked: Unpack) => Promise<string>])[] = [
  [/openxmlformats.*\.wordprocessingml\./, async (_, unpacked) => textOf(await unpacked('word/document.xml'), word)],
  [/openxmlformats.*\.spreadsheetml\./, readSheets],
  [/openxmlformats.*\.presentationml\./, readSlides],
  [
    /^application\/vnd\.oasis\.opendocument\./,
    async (_, unpacked) => textOf(await unpacked('content.xml'), openDocument),
  ],
]

/** What elements of a format mean: which hold text (all, when none is named), and what others stand for. */
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

/** The text of an XML, tag by tag; nothing is looked up or loaded. */
function textOf(xml: string, { holdsText, starts = {}, ends }: Format): string {
  let text = ''
  let inside = holdsText === undefined
  for (const [, tag, plain = ''] of xml.matchAll(/<([^<>]*)>|([^<]+)/g)) {
    if (tag === undefined) {
      if (inside) text += decode(plain)
      continue
    }
    const [, slash, name = ''] = /^(\/?)([\w:.-]*)/.exec(tag) ?? []
    const closed = tag.endsWith('/')
    if (name === holdsText) inside = !slash && !closed
    if (!slash) text += starts[name] ?? ''
    if (slash || closed) text += ends[name] ?? ''
  }
  return text
}

async function readSlides(members: Members, unpacked: Unpack): Promise<string> {
  const slides = inOrder([...members.keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)))
  const texts: string[] = []
  for (const name of slides) texts.push(textOf(await unpacked(name), slide))
  return texts.join('\n\n')
}

/** Every sheet under its title, cells parted by tabs. */
async function readSheets(members: Members, unpacked: Unpack): Promise<string> {
  const titles = [...(await unpacked('xl/workbook.xml')).matchAll(/<sheet [^>]*?name="([^"]*)"/g)].map(
    ([, title = '']) => decode(title),
  )
  const shared = (await unpacked('xl/sharedStrings.xml'))
    .split(/<\/si>/)
    .map((item) => textOf(item, { holdsText: 't', ends: {} }))
  const sheets = inOrder([...members.keys()].filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name)))
  const texts: string[] = []
  for (const [index, name] of sheets.entries()) {
    const rows = (await unpacked(name)).split('</row>').slice(0, -1)
    const lines = rows.map((row) => cellsOf(row, shared).join('\t').trimEnd())
    texts.push([titles[index] ?? '', ...lines].join('\n'))
  }
  return texts.join('\n\n')
}

/** The cells of a row in the places that they name: those that are empty may be left out of the file. */
function cellsOf(row: string, shared: readonly string[]): string[] {
  const cells: string[] = []
  for (const cell of row.split(/<c(?=[ />])/).slice(1)) {
    const [, column] = /^[^>]*\br="([A-Z]{1,2})\d/.exec(cell) ?? []
    const place = column ? placeOf(column) : cells.length
    while (cells.length < place) cells.push('')
    cells.push(textOfCell(cell, shared))
  }
  return cells
}

function textOfCell(cell: string, shared: readonly string[]): string {
  const [, value = ''] = /<v>([^<]*)<\/v>/.exec(cell) ?? []
  if (/^[^>]*\bt="s"/.test(cell)) return shared[Number(value)] ?? ''
  if (/^[^>]*\bt="inlineStr"/.test(cell)) return textOf(cell, { holdsText: 't', ends: {} })
  return decode(value)
}

/** A is 0, Z is 25, AA is 26. */
const placeOf = (column: string) => [...column].reduce((place, letter) => 26 * place + letter.charCodeAt(0) - 64, 0) - 1

const inOrder = (names: string[]) => names.sort((a, b) => numberIn(a) - numberIn(b))
const numberIn = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0)

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decode = (text: string) =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
