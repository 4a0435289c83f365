import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** Returns a range extractor for a virtual list that keeps the row `kept` mounted, which would lose its focus. */
export function inSightWith(kept: number | undefined) {
  return (range: Range): number[] => {
    const inSight = defaultRangeExtractor(range)
    if (kept === undefined || kept < 0 || kept >= range.count || inSight.includes(kept)) return inSight
    return [...inSight, kept].sort((one, other) => one - other)
  }
}
