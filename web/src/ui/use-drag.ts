import { useEffect, useState } from 'react'

export type { Drop, Edge } from './drag.ts'
export type DragKit = typeof import('./drag.ts')

/** Loads what dragging needs once the screen is drawn; undefined until it is there, and for whoever may not move anything. */
export function useDragKit(mayMove: boolean): DragKit | undefined {
  const [kit, setKit] = useState<DragKit>()
  useEffect(() => {
    if (!mayMove) return
    // without it things are moved by menu and keyboard
    import('./drag.ts').then(setKit, () => undefined)
  }, [mayMove])
  return mayMove ? kit : undefined
}
