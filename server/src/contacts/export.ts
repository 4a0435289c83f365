import { Readable } from 'node:stream'
import type { ContactRow, ContactSearch } from '#contract/contacts/contacts'
import { begun } from '../files/spreadsheets/begun.ts'
import { byteOrderMark, csvLine } from '../files/spreadsheets/csv.ts'
import { type Cell, xlsx } from '../files/spreadsheets/xlsx.ts'
import type { FileReply } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { cardsInOrder, valueWords } from './search.queries.ts'
import { type ContactWords, contactWords, type ExportColumn, exportColumns } from './words.ts'

/** Returns everything that a search finds as a spreadsheet in the reader's language, written while it is read. */
export async function exportContacts(ctx: Ctx, search: ContactSearch, format: 'xlsx' | 'csv'): Promise<FileReply> {
  const words = contactWords[ctx.actor.language]
  const header = ['Id', ...exportColumns.map(({ name }) => words.field[name])]
  const rows = await begun(rowsOf(cardsInOrder(ctx.db, search, ctx.actor.language), words))
  const fileName = `${words.sheet} ${ctx.now.toISOString().slice(0, 10)}.${format}`
  if (format === 'csv') {
    return { content: Readable.from(csvOf(header, rows)), fileName, contentType: 'text/csv; charset=utf-8' }
  }
  return {
    content: xlsx(words.sheet, header, rows),
    fileName,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

async function* rowsOf(cards: AsyncIterable<{ card: string }>, words: ContactWords): AsyncGenerator<Cell[]> {
  for await (const { card } of cards) {
    const contact = JSON.parse(card) as ContactRow
    yield [contact.id, ...exportColumns.map((column) => inWords(contact, column, words))]
  }
}

function inWords(contact: ContactRow, { name, field }: ExportColumn, words: ContactWords): Cell {
  const value = contact[field]
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return value && (valueWords(name, words)?.[value] ?? value)
}

async function* csvOf(header: readonly string[], rows: AsyncIterable<readonly Cell[]>) {
  yield byteOrderMark + csvLine(header)
  for await (const row of rows) yield csvLine(row)
}
