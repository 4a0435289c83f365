import type { Cell } from './xlsx.ts'

/** Returns a line of CSV for German Excel: semicolons, CRLF, and an apostrophe before texts that look like formulas. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(';')}\r\n`

/** Excel takes a file for UTF-8 only when it starts with this. */
export const byteOrderMark = '\ufeff'

const formula = /^'*[=+\-@\t\r]/

/** Removes the apostrophe that was put before a text that looks like a formula. */
export const unguarded = (cell: string): string =>
  cell[0] === "'" && formula.test(cell.slice(1)) ? cell.slice(1) : cell

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = formula.test(cell) && !/^[+-]?[\d ()./-]+$/.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
