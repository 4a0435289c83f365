import { type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { withDragKit } from './use-drag.ts'

export type Move = (from: number, to: number) => void

/** What things in an order share, rows or columns, so that one is dragged onto the place of another. */
export interface Order {
  list: string
  mayMove: boolean
  onDrag: (id: string | undefined) => void
}

/** `keys` name the things in their order; `scroller` is what scrolls with what is dragged, if anything does. */
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

/** One of them: `element` and `handle`, which may be left out, are what it is; `dragging` and `over` say how it looks. */
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

/** How a row looks while it is dragged, or while another is held over it. */
export const rowLook = ({ dragging, over }: { dragging: boolean; over: boolean }) => ({
  opacity: dragging ? 0.5 : 1,
  boxShadow: over ? 'inset 0 2px 0 var(--accent)' : undefined,
})
