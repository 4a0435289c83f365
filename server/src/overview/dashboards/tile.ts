import type {
  ColumnName,
  Figure,
  FigureName,
  LabelKind,
  Table,
  TableName,
  Unit,
  Value,
} from '#contract/overview/dashboards'

export const figure = (
  name: FigureName,
  value: number | null | undefined,
  link: string | null = null,
  unit: Unit = 'count',
): Figure => ({ name, value: value ?? null, link, unit })

interface Column<Row> {
  readonly name: ColumnName
  readonly unit?: Unit
  readonly value: (row: Row) => number | null
  readonly link?: (row: Row) => string | null
}

/** A table of a row each, whose columns say how their values are read from it and which list stands behind them. */
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
    values: columns.map(({ value, link }): Value => ({ value: value(row), link: link?.(row) ?? null })),
  })),
})

/** All there is of a column. */
export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)
