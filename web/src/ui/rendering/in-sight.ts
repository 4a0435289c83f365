import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** Which rows of a virtual list are drawn: those in sight, and `kept` wherever it is, that loses its focus otherwise. */
export function inSightWith(kept: number | undefined) {
  return (range: Range): number[] => {
    const inSight = defaultRangeExtractor(range)
    if (kept === undefined || kept < 0 || kept >= range.count || inSight.includes(kept)) return inSight
    return [...inSight, kept].sort((one, other) => one - other)
  }
}
