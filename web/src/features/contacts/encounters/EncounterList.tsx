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
  /** Called with the visible pages. */
  onSight: (pages: readonly number[]) => void
  /** True while the list shows the result of a previous query. */
  busy: boolean
  children: (encounter: Encounter) => ReactNode
}

/** Height in pixels above the list, including the top bar. */
const aboveList = 300

/** A virtual list of entries of any height. */
export function EncounterList({ label, total, at, onSight, busy, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => 80,
    getItemKey: (index) => at(index)?.id ?? index,
    overscan: 4,
    // the expected height of the list, so that the first render need not be repeated after measuring
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
