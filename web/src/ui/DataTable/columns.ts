import type { ReactNode } from 'react'
import { formatDate } from '../dates/parse-date.ts'
import { formatDateTime } from '../dates/zone.ts'
import { finder } from '../text/find.ts'
import { compareText, formatNumber, parseNumber } from '../text/format.ts'

export type CellValue = string | number | boolean | null | undefined

interface Choice {
  value: string
  label: string
}

export interface Column<Row> {
  id: string
  label: string
  /** Returns the value that is sorted, filtered, exported and, without `render`, displayed. */
  value: (row: Row) => CellValue
  /** Values of `date` are yyyy-mm-dd, of `datetime` a UTC instant; `select` displays the label of the option. */
  kind?: 'text' | 'number' | 'date' | 'datetime' | 'boolean' | 'select'
  /** The options of a `select` column. Use a function for long lists: it is only called when the user filters. */
  options?: readonly Choice[] | (() => readonly Choice[])
  decimals?: number
  render?: (row: Row) => ReactNode
  width?: number
  /** True if the column is hidden by default. */
  hidden?: boolean
  sortable?: boolean
  filterable?: boolean
}

export interface Words {
  yes: string
  no: string
}

export const optionsOf = <Row>({ options = [] }: Column<Row>): readonly Choice[] =>
  typeof options === 'function' ? options() : options

export const isRightAligned = <Row>(column: Column<Row>) => column.kind === 'number'

/** Returns the text of a cell as it is displayed, filtered and exported. */
export function cellText<Row>(column: Column<Row>, row: Row, words: Words): string {
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return formatNumber(value, column.decimals)
  if (column.kind === 'date') return formatDate(value)
  if (column.kind === 'datetime') return formatDateTime(value)
  if (column.kind === 'number') return formatNumber(value, column.decimals)
  if (column.kind === 'select') return optionsOf(column).find((option) => option.value === value)?.label ?? value
  return value
}

/** Returns the value a cell is sorted by. Undefined sorts last in both directions. */
export function sortValue<Row>(column: Column<Row>, row: Row, words: Words): string | number | undefined {
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  if (column.kind === 'number') return Number(value)
  return column.kind === 'select' ? cellText(column, row, words) : value
}

export function compareValues(a: string | number, b: string | number) {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
}

/** Returns a predicate for the filter of a column: 'true', the value of an option, '>100' or part of the text. */
export function passes<Row>(column: Column<Row>, filter: string, words: Words): (row: Row) => boolean {
  if (column.kind === 'boolean') return (row) => String(column.value(row) ?? false) === filter
  if (column.kind === 'select') return (row) => column.value(row) === filter
  const bound = column.kind === 'number' ? numberFilter(filter) : undefined
  if (bound) return (row) => typeof column.value(row) === 'number' && bound(Number(column.value(row)))
  const holds = finder(filter)
  return (row) => holds(cellText(column, row, words))
}

function numberFilter(filter: string) {
  const [, sign, rest = ''] = /^\s*(<=|>=|<|>|=)\s*(.+)$/.exec(filter) ?? []
  const limit = parseNumber(rest)
  if (Number.isNaN(limit)) return undefined
  if (sign === '<') return (value: number) => value < limit
  if (sign === '<=') return (value: number) => value <= limit
  if (sign === '>') return (value: number) => value > limit
  if (sign === '>=') return (value: number) => value >= limit
  return (value: number) => value === limit
}
