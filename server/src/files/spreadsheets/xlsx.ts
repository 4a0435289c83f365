import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type Cell = string | number | boolean | null

/** Returns an XLSX workbook with one sheet, written while the rows come in, so that memory does not grow with them. */
export function xlsx(sheet: string, header: readonly string[], rows: AsyncIterable<readonly Cell[]>): Readable {
  const zip = new ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(declaration + text), name)
  add('[Content_Types].xml', contentTypes)
  add('_rels/.rels', relations('officeDocument', 'xl/workbook.xml'))
  add('xl/workbook.xml', workbook(sheet))
  add(
    'xl/_rels/workbook.xml.rels',
    relations('worksheet', 'worksheets/sheet1.xml', relation(2, 'styles', 'styles.xml')),
  )
  add('xl/styles.xml', styles)
  const output = zip.outputStream as Readable
  const content = Readable.from(sheetXml(header, rows))
  // The library does not pass the error on, and an unhandled one would end the process.
  content.on('error', (error) => output.destroy(error))
  zip.addReadStream(content, 'xl/worksheets/sheet1.xml')
  zip.end()
  return output
}

async function* sheetXml(header: readonly string[], rows: AsyncIterable<readonly Cell[]>) {
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  yield row(header, 1)
  let portion = ''
  for await (const cells of rows) {
    portion += row(cells, 0)
    if (portion.length > 65_536) {
      yield portion
      portion = ''
    }
  }
  yield `${portion}</sheetData></worksheet>`
}

const row = (cells: readonly Cell[], style: number) =>
  `<row>${cells.map((cell) => xmlCell(cell, style)).join('')}</row>`

function xmlCell(cell: Cell, style: number): string {
  const s = style ? ` s="${style}"` : ''
  if (cell === null || cell === '') return `<c${s}/>`
  if (typeof cell === 'number') return `<c${s}><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c${s} t="b"><v>${cell ? 1 : 0}</v></c>`
  return `<c${s} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Excel holds 32,767 characters a cell; XML does not allow these control characters at all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to leave out
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xmlText = (text: string) =>
  text
    .slice(0, 32_767)
    .replace(forbidden, '')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`
const relations = (type: string, target: string, more = '') =>
  `<Relationships xmlns="${packaging}/relationships">${relation(1, type, target)}${more}</Relationships>`
const workbook = (sheet: string) =>
  `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xmlText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const contentTypes = `<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`
const styles = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`
