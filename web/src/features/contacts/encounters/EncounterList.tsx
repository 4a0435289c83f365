import Skeleton from '@mui/material/Skeleton'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Encounter } from '#contract/contacts/encounters'
import { Box } from '../../../ui/layout/Box.tsx'
import { pageOf } from './use-timeline.ts'

interface Props {
  label: string
  total: number
  at: (index: number) => Encounter | undefined
  /** Told the pages that are in sight. */
  onSight: (pages: readonly number[]) => void
  /** True while what is shown belongs to an earlier question. */
  busy: boolean
  children: (encounter: Encounter) => ReactNode
}

/** In pixels, the top bar with it. */
const aboveList = 300

/** Many entries of any height, of which only those in sight are drawn. */
export function EncounterList({ label, total, at, onSight, busy, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => 80,
    getItemKey: (index) => at(index)?.id ?? index,
    overscan: 4,
    // about what the window leaves to it: what is drawn with it is not drawn once more when it has been measured
    initialRect: { width: 440, height: innerHeight - aboveList },
  })
  const drawn = rows.getVirtualItems()
  const pages = [...new Set(drawn.map(({ index }) => pageOf(index)))]
  const inSight = pages.join()
  useEffect(() => onSight(inSight === '' ? [] : inSight.split(',').map(Number)), [onSight, inSight])

  return (
    <Box ref={scroller} tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', opacity: busy ? 0.6 : 1 }}>
      <Box
        role="list"
        aria-label={label}
        aria-busy={busy}
        sx={{ position: 'relative' }}
        style={{ height: rows.getTotalSize() }}
      >
        {drawn.map(({ key, index, start }) => {
          const encounter = at(index)
          return (
            <Box
              key={key}
              ref={rows.measureElement}
              role="listitem"
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              sx={{ position: 'absolute', top: 0, left: 0, right: 0 }}
              style={{ transform: `translateY(${start}px)` }}
            >
              {encounter ? children(encounter) : <Waiting />}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

function Waiting() {
  return (
    <Box sx={{ height: 80, px: 4, py: 3 }}>
      <Skeleton variant="text" width="45%" />
      <Skeleton variant="text" width="70%" />
    </Box>
  )
}
