import type { SxProps, Theme } from '@mui/material/styles'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTabStop } from '../accessibility/tab-stop.ts'
import { Box } from '../layout/Box.tsx'

interface Props<Value extends string> {
  label: string
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  sx?: SxProps<Theme>
}

interface Option<Value> {
  value: Value
  label: ReactNode
  /** Accessible name, if it differs from the label. */
  name?: string
  id?: string
  /** Id of the tab panel, while it is mounted. */
  controls?: string | undefined
}

/** A tab list. The library's tabs force a layout on every render for their indicator; here the selected tab has it. */
export function Tabs<Value extends string>({ label, value, options, onChange, sx }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const values = options.map((one) => one.value)
  const { row, itemOf } = useTabStop(values, value)
  useInSight(list, values.indexOf(value))
  return (
    <Box ref={list} role="tablist" aria-label={label} {...row} sx={[tabsLook, ...(Array.isArray(sx) ? sx : [sx])]}>
      {options.map((one) => (
        <button
          key={one.value}
          type="button"
          role="tab"
          id={one.id}
          aria-label={one.name}
          aria-selected={one.value === value}
          aria-controls={one.controls}
          {...itemOf(one.value)}
          onClick={() => one.value !== value && onChange(one.value)}
        >
          {one.label}
        </button>
      ))}
    </Box>
  )
}

/** Scrolls the selected tab into view. Uses an IntersectionObserver, which forces no layout. */
function useInSight(list: { current: HTMLElement | null }, at: number) {
  useEffect(() => {
    const chosen = list.current?.children[at]
    if (!chosen) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        observer.disconnect()
        if (!list.current || !entry?.rootBounds) return
        const { boundingClientRect: tab, rootBounds: room } = entry
        list.current.scrollLeft += Math.max(0, tab.right - room.right) + Math.min(0, tab.left - room.left)
      },
      { root: list.current },
    )
    observer.observe(chosen)
    return () => observer.disconnect()
  }, [list, at])
}

const markedBy = (colour: 'primary' | 'accent') => `inset 0 -2px var(--${colour})`

const tabsLook = {
  display: 'flex',
  flexShrink: 0,
  minHeight: 40,
  overflowX: 'auto',
  overflowY: 'hidden',
  scrollbarWidth: 'thin',
  '@media (pointer: coarse)': { scrollbarWidth: 'none' },
  '& > [role=tab]': {
    flexShrink: 0,
    maxWidth: 360,
    p: 3,
    border: 0,
    background: 'none',
    color: 'text.secondary',
    typography: 'button',
    lineHeight: 1.25,
    cursor: 'pointer',
    WebkitTapHighlightColor: 'transparent',
    // inside the tab, because the row clips its overflow
    '&:focus-visible': { outlineOffset: -2 },
  },
  '& > [aria-selected=true]': { color: 'text.primary', boxShadow: markedBy('accent') },
} as const

/** Styles of tabs within a part of a screen. */
export const innerTabs = {
  '& > [aria-selected=true]': { color: 'primary.main', boxShadow: markedBy('primary') },
} as const

export const roomyTabs = { ...innerTabs, minHeight: 48, '& > [role=tab]': { minWidth: 90, px: 4 } } as const
