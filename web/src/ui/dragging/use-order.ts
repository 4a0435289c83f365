import { type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { withDragKit } from './use-drag.ts'

export type Move = (from: number, to: number) => void

/** State shared by the items of an order (rows or columns). */
export interface Order {
  list: string
  mayMove: boolean
  onDrag: (id: string | undefined) => void
}

/** Makes the items with these keys reorderable by dragging; `scroller` is the element that scrolls during a drag. */
export function useOrder(
  keys: readonly string[],
  onMove: Move,
  scroller?: RefObject<HTMLElement | null>,
  mayMove = true,
) {
  const list = useId()
  const [dragged, setDragged] = useState<string>()
  const dropped = useEffectEvent((id: string, onto: string) => onMove(keys.indexOf(id), keys.indexOf(onto)))
  useEffect(() => {
    if (!mayMove) return
    return withDragKit((kit) =>
      kit.watchDrops(scroller?.current ?? null, list, ({ id, onto }) => onto && dropped(id, onto.id)),
    )
  }, [mayMove, list, scroller])
  const order = useMemo<Order>(() => ({ list, mayMove, onDrag: setDragged }), [list, mayMove])
  return { order, dragged }
}

/**
 * Makes one item draggable: set the refs `element` and, optionally, `handle`; `dragging` and `over` are for its look.
 */
export function useOrdered<Item extends HTMLElement = HTMLElement>({ list, mayMove, onDrag }: Order, id: string) {
  const element = useRef<Item>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [dragging, setDragging] = useState(false)
  const [over, setOver] = useState(false)
  useEffect(() => {
    const moved = element.current
    if (!mayMove || !moved) return
    return withDragKit((kit) =>
      kit.dragItem(
        { element: moved, handle: handle.current ?? moved },
        { list, id },
        {
          onDrag: (now) => {
            setDragging(now)
            onDrag(now ? id : undefined)
          },
          onOver: (edge) => setOver(edge !== null),
        },
      ),
    )
  }, [mayMove, list, id, onDrag])
  return { element, handle, dragging, over }
}

/** Styles of a row that is dragged, or has another row held over it. */
export const rowLook = ({ dragging, over }: { dragging: boolean; over: boolean }) => ({
  opacity: dragging ? 0.5 : 1,
  boxShadow: over ? 'inset 0 2px 0 var(--accent)' : undefined,
})
