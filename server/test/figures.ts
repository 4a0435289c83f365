import type { FigureName, TableName, Tile } from '#contract/overview/dashboards'

// Helpers for tests that compute dashboard figures a second time, with plain loops over rows.

export const time = (at: string | null) => (at === null ? Number.POSITIVE_INFINITY : new Date(at).getTime())

export const median = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

const zurich = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich', dateStyle: 'short', timeStyle: 'medium' })
export const clockOf = (at: number) => zurich.format(at)
export const dayOf = (at: number) => clockOf(at).slice(0, 10)
export const monthOf = (at: number) => clockOf(at).slice(0, 7)
export const weekdayOf = (at: number) => ((new Date(dayOf(at)).getUTCDay() + 6) % 7) + 1

export const figureOf = (tile: Tile, name: FigureName) => tile.figures.find((figure) => figure.name === name)?.value
/** Returns the values of each row by its label. */
export const rowsIn = (tile: Tile, name: TableName) =>
  Object.fromEntries(
    tile.tables
      .find((table) => table.name === name)
      ?.rows.map(({ label, values }) => [label, values.map(({ value }) => value)]) ?? [],
  )
