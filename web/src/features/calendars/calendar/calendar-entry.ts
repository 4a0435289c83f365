import type { ReactNode } from 'react'
import type { CalendarView } from './spans.ts'

/** The colour of an entry; what it means is always said in words or by a sign, too. */
export type Tone = 'accent' | 'info' | 'success' | 'warning' | 'error' | 'muted'

export interface CalendarEntry {
  readonly id: string
  /** What is read out, and shown unless the screen draws the entry itself. */
  readonly title: string
  /** yyyy-mm-dd for a whole day, or yyyy-mm-ddTHH:mm as the clocks of the company show. */
  readonly start: string
  /** Of the same form; a day that is no part of it any more. */
  readonly end?: string
  readonly tone: Tone
  /** It can be dragged to another time; where only the day counts, it keeps its time. */
  readonly movable?: boolean
  /** Its end can be dragged. */
  readonly resizable?: boolean
  /** Does nothing: hours lie behind the others, whole days are a quiet line below them. */
  readonly behind?: boolean
}

export interface Hours {
  readonly from: string
  readonly until: string
}

/** Where something was dragged to; times are those of the company's clocks. */
export interface Moved {
  readonly start: string
  readonly end: string | undefined
}

export interface GridProps {
  readonly view: CalendarView
  /** A day of what is shown. */
  readonly day: string
  /** A week and a day have hours. */
  readonly timed?: boolean
  /** The first and the last hour that is shown, such as 07:00 and 19:00. */
  readonly hours?: Hours
  /** One of several side by side: the hours alone, without a head. */
  readonly column?: boolean
  readonly entries: readonly CalendarEntry[]
  /** How an entry looks inside; undefined for its title. */
  readonly drawEntry?: (id: string) => ReactNode
  /** What stands beside the number of a day: that it is locked, a holiday, how full it is. */
  readonly drawDay?: (day: string) => ReactNode
  readonly isClosed?: (day: string) => boolean
  /** By click, Enter or the space bar; what opens stands at `anchor` and brings the focus back to it. */
  readonly onOpen: (id: string, anchor: HTMLElement) => void
  /** Whether an entry may be dropped there; left out, everywhere. */
  readonly mayMove?: (id: string, to: Moved) => boolean
  /** The entry goes back to where it was unless the entries that follow say otherwise. */
  readonly onMove?: (id: string, to: Moved) => void
  readonly onResize?: (id: string, to: Moved) => void
  /** An entry of another column was dropped here; it goes back there as well. */
  readonly onReceive?: (id: string, to: Moved) => void
  /** A span that was drawn with the pointer. */
  readonly onSelect?: (span: Moved) => void
  /** A day whose number was chosen, by pointer or keyboard. */
  readonly onDay?: (day: string) => void
}
