import { type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { type DragKit, useDragKit } from '../use-drag.ts'

export type Move = (from: number, to: number) => void

/** What the rows of a list share, so that one is dragged onto the place of another. */
export interface RowOrder {
  list: string
  kit: DragKit | undefined
  onDrag: (id: string | undefined) => void
}

/** `keys` name the rows in their order; `scroller` is what they stand in. */
export function useRowOrder(
  keys: readonly string[],
  onMove: Move,
  scroller: RefObject<HTMLElement | null>,
  mayMove = true,
) {
  const list = useId()
  const kit = useDragKit(mayMove)
  const [dragged, setDragged] = useState<string>()
  const dropped = useEffectEvent((id: string, onto: string) => onMove(keys.indexOf(id), keys.indexOf(onto)))
  useEffect(() => {
    if (!kit || !scroller.current) return
    return kit.watchDrops(scroller.current, list, ({ id, onto }) => onto && dropped(id, onto.id))
  }, [kit, list, scroller])
  const order = useMemo<RowOrder>(() => ({ list, kit, onDrag: setDragged }), [list, kit])
  return { order, dragged }
}

/** One row: `row` and `handle` are its elements, `dragging` and `over` say how it looks. */
export function useOrderedRow({ list, kit, onDrag }: RowOrder, id: string) {
  const row = useRef<HTMLElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [dragging, setDragging] = useState(false)
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!kit || !row.current || !handle.current) return
    return kit.dragItem(
      { element: row.current, handle: handle.current },
      { list, id },
      {
        onDrag: (now) => {
          setDragging(now)
          onDrag(now ? id : undefined)
        },
        onOver: (edge) => setOver(edge !== null),
      },
    )
  }, [kit, list, id, onDrag])
  return { row, handle, dragging, over }
}

/** How a row looks while it is dragged, or while another is held over it. */
export const rowLook = ({ dragging, over }: { dragging: boolean; over: boolean }) => ({
  opacity: dragging ? 0.5 : 1,
  boxShadow: over ? 'inset 0 2px 0 var(--accent)' : undefined,
})
