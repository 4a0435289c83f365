export type { Drop, Edge } from './drag.ts'

type DragKit = typeof import('./drag.ts')

/**
 * Has something dragged once what dragging needs is there, which comes when the screen is drawn and redraws nothing of it.
 * Without it things are moved by menu and keyboard. Answers how to end it.
 */
export function withDragKit(begin: (kit: DragKit) => () => void): () => void {
  let end: (() => void) | undefined
  let isOver = false
  const given = (kit: DragKit) => {
    if (!isOver) end = begin(kit)
  }
  import('./drag.ts').then(given, () => undefined)
  return () => {
    isOver = true
    end?.()
  }
}
