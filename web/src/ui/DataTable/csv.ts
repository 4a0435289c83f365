import { type Column, cellText, type Words } from './columns.ts'

/** Returns the displayed rows as a CSV file for Excel: semicolons, UTF-8 with a byte order mark, CRLF. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[], words: Words) {
  const lines = [columns.map((column) => quoted(column.label))]
  for (const row of rows) lines.push(columns.map((column) => cell(column, row, words)))
  return `\uFEFF${lines.map((line) => line.join(';')).join('\r\n')}\r\n`
}

function cell<Row>(column: Column<Row>, row: Row, words: Words) {
  const value = column.value(row)
  // numbers without separators, so that Excel can calculate with them
  if (typeof value === 'number') return String(value)
  if (column.kind === 'number' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return value
  return quoted(cellText(column, row, words))
}

function quoted(text: string) {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export function download(name: string, content: BlobPart, type: string) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
