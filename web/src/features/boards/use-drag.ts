import { createContext, useContext, useEffect, useState } from 'react'

type DragKit = typeof import('./drag.ts')

export type { Drop } from './drag.ts'

/** Undefined until it is there, and for whoever may not move the cards. */
export const DragContext = createContext<DragKit | undefined>(undefined)
export const useDragKit = (): DragKit | undefined => useContext(DragContext)

/** Loads what dragging needs once the board is drawn. */
export function useLoadedDragKit(mayMove: boolean): DragKit | undefined {
  const [kit, setKit] = useState<DragKit>()
  useEffect(() => {
    if (!mayMove) return
    // without it cards are moved by menu and keyboard
    import('./drag.ts').then(setKit, () => undefined)
  }, [mayMove])
  return kit
}
