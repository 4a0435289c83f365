import { formatNumber } from '../../../ui/text/format.ts'

/** The figures of a step as they stand in its formula. */
export function shownFigures(values: Record<string, string>) {
  const figures = Object.entries(values).map(([name, value]) => [name, formatNumber(value)])
  return Object.fromEntries(figures)
}
