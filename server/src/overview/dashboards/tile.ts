import type {
  ColumnName,
  Figure,
  FigureName,
  LabelKind,
  Table,
  TableName,
  TileSpan,
  Unit,
  Value,
} from '#contract/overview/dashboards'

export const figure = (
  name: FigureName,
  value: number | null | undefined,
  link: string | null = null,
  unit: Unit = 'count',
): Figure => ({ name, ...leading(value ?? null, link), unit })

/** A missing value has no link. */
const leading = (value: number | null, link: string | null): Value => ({ value, link: value === null ? null : link })

interface Column<Row> {
  readonly name: ColumnName
  readonly unit?: Unit
  readonly value: (row: Row) => number | null
  readonly link?: (row: Row) => string | null
}

/** Returns a table with one row per item; the columns define how to read a value and which list it links to. */
export const table = <Row extends { readonly label: string }>(
  name: TableName,
  labels: LabelKind,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Table => ({
  name,
  labels,
  columns: columns.map(({ name: column, unit = 'count' }) => ({ name: column, unit })),
  rows: rows.map((row) => ({
    label: row.label,
    values: columns.map(({ value, link }) => leading(value(row), link?.(row) ?? null)),
  })),
})

/** Returns the days of a month such as `2026-11` that are within the span, as URL parameters. */
export function daysOfMonth(month: string, { from, to }: TileSpan): { since: string; until: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const [first, last] = [`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)]
  return { since: from > first ? from : first, until: to < last ? to : last }
}

/** Returns the sum of a column. */
export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)
