import type { Cell } from './xlsx.ts'

/** One line of a CSV as German Excel reads it: semicolons, CRLF; a text that looks like a formula is kept from being one. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(';')}\r\n`

/** Excel takes a file for UTF-8 only when it starts with this. */
export const byteOrderMark = '\ufeff'

const formula = /^[=+\-@\t\r]/

/** Takes back the apostrophe that stands before a text that looks like a formula. */
export const unguarded = (cell: string): string =>
  cell[0] === "'" && formula.test(cell.slice(1)) ? cell.slice(1) : cell

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = formula.test(cell) && !/^[+-]?[\d ()./-]+$/.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
