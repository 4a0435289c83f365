import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { inSightWith } from '../../../ui/in-sight.ts'

/** So many rows stand on the page; more scroll within the table, where only those in sight are drawn. */
const rowsOnPage = 60

interface Question {
  keys: readonly string[]
  rowHeight: number
  /** The row that is being edited: it stays in the document wherever it is, with what was typed and the focus. */
  edited: string | null
}

/** Which rows are drawn, and how much room those between them take. */
export function useRowsInSight({ keys, rowHeight, edited }: Question) {
  const scroller = useRef<HTMLDivElement>(null)
  const scrolls = keys.length > rowsOnPage
  const [last, setLast] = useState(edited)
  if (edited !== null && edited !== last) setLast(edited)
  const kept = last === null ? -1 : keys.indexOf(last)
  const rows = useVirtualizer({
    count: keys.length,
    enabled: scrolls,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => keys[index] ?? index,
    estimateSize: () => rowHeight,
    overscan: 3,
    initialRect: { width: 1200, height: 600 },
    rangeExtractor: inSightWith(kept),
  })
  if (!scrolls)
    return { scroller, scrolls, measure: undefined, items: keys.map((_, index) => ({ index, gap: 0 })), rest: 0 }
  const items = rows.getVirtualItems()
  return {
    scroller,
    scrolls,
    measure: rows.measureElement,
    /** `gap` is the room above a row that rows take which are not drawn. */
    items: items.map(({ index, start }, at) => ({ index, gap: start - (items[at - 1]?.end ?? 0) })),
    rest: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
  }
}
