import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/**
 * Returns a range extractor for a virtual list: the visible rows, and the row `kept`, which would lose its focus if
 * unmounted.
 */
export function inSightWith(kept: number | undefined) {
  return (range: Range): number[] => {
    const inSight = defaultRangeExtractor(range)
    if (kept === undefined || kept < 0 || kept >= range.count || inSight.includes(kept)) return inSight
    return [...inSight, kept].sort((one, other) => one - other)
  }
}
