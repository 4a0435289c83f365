import { formatNumber } from '../../../ui/text/format.ts'

/** Formats the numbers of a calculation step. */
export function shownFigures(values: Record<string, string>) {
  const figures = Object.entries(values).map(([name, value]) => [name, formatNumber(value)])
  return Object.fromEntries(figures)
}
