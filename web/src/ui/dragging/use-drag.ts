export type { Drop, Edge } from './drag.ts'

type DragKit = typeof import('./drag.ts')

/**
 * Runs `begin` once the drag code has loaded, which does not delay the screen. If loading fails, items can still be
 * moved by menu and keyboard. Returns a function that ends it.
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
