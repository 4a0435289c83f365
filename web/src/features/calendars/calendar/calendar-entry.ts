import type { ReactNode } from 'react'
import type { CalendarView } from './spans.ts'

/** Colour of an entry. Its meaning must also be given in words or by an icon. */
export type Tone = 'accent' | 'info' | 'success' | 'warning' | 'error' | 'muted'

export interface CalendarEntry {
  readonly id: string
  /** Text for screen readers, displayed unless the screen draws the entry itself. */
  readonly title: string
  /** yyyy-mm-dd for a whole day, or yyyy-mm-ddTHH:mm in the company's time zone. */
  readonly start: string
  /** End in the same format; a day is exclusive. */
  readonly end?: string
  readonly tone: Tone
  /** True if the entry can be dragged; in views without hours it keeps its time. */
  readonly movable?: boolean
  /** True if the end can be dragged. */
  readonly resizable?: boolean
  /**
   * True for a background entry without actions: timed ones lie behind the others, whole days are a muted line below.
   */
  readonly behind?: boolean
}

export interface Hours {
  readonly from: string
  readonly until: string
}

/** The target of a drag, in the company's time zone. */
export interface Moved {
  readonly start: string
  readonly end: string | undefined
}

export interface GridProps {
  readonly view: CalendarView
  /** Any day of the displayed span. */
  readonly day: string
  /** Shows hours in the week and day view. */
  readonly timed?: boolean
  /** First and last displayed hour, such as 07:00 and 19:00. */
  readonly hours?: Hours
  /** True for one of several columns side by side: hours without a head. */
  readonly column?: boolean
  readonly entries: readonly CalendarEntry[]
  /** Draws the content of an entry, at `dragged` if it is being dragged there; undefined shows its title. */
  readonly drawEntry?: (id: string, dragged?: Moved) => ReactNode
  /** Draws content beside the number of a day, such as lock, holiday or load. */
  readonly drawDay?: (day: string) => ReactNode
  readonly isClosed?: (day: string) => boolean
  /** Called on click, Enter or Space; a popup at `anchor` returns the focus there. */
  readonly onOpen: (id: string, anchor: HTMLElement) => void
  /** Returns whether an entry may be dropped at a time; omitted allows all. */
  readonly mayMove?: (id: string, to: Moved) => boolean
  /** Called after a drag. The entry returns to its place unless `entries` change. */
  readonly onMove?: (id: string, to: Moved) => void
  readonly onResize?: (id: string, to: Moved) => void
  /** Called for an entry dropped here from another column; it returns there unless `entries` change. */
  readonly onReceive?: (id: string, to: Moved) => void
  /** Called for a span drawn with the pointer. */
  readonly onSelect?: (span: Moved) => void
  /** Called when the number of a day is clicked or activated by keyboard. */
  readonly onDay?: (day: string) => void
}
