import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Box } from '../../../ui/layout/Box.tsx'

export type View = 'grid' | 'list'

interface Props<File> {
  files: readonly File[]
  view: View
  label: string
  children: (file: File) => ReactNode
}

const cardWidth = 190
const rowHeight: Record<View, number> = { grid: 224, list: 57 }

/** A virtual list of files, as tiles or rows. */
export function DocumentGrid<File>({ files, view, label, children }: Props<File>) {
  const scroller = useRef<HTMLDivElement>(null)
  const columns = useColumns(scroller, view)
  const rows = useVirtualizer({
    count: Math.ceil(files.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight[view],
    overscan: 3,
  })
  // the virtualizer keeps measured heights until told that they have changed
  const shownView = useRef(view)
  useEffect(() => {
    if (shownView.current === view) return
    shownView.current = view
    rows.measure()
  })
  return (
    <Box ref={scroller} sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
      <Box role="list" aria-label={label} sx={{ position: 'relative', height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <Box
            key={row.key}
            role="presentation"
            sx={{
              position: 'absolute',
              top: 0,
              left: 0,
              right: 0,
              height: row.size,
              display: 'grid',
              gap: view === 'grid' ? 2 : 0,
              pb: view === 'grid' ? 2 : 0,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
            style={{ transform: `translateY(${row.start}px)` }}
          >
            {files.slice(row.index * columns, (row.index + 1) * columns).map(children)}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function useColumns(scroller: { current: HTMLElement | null }, view: View): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return view === 'list' ? 1 : Math.max(2, Math.floor(width / cardWidth))
}
