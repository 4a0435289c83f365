import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'

type Stop = () => void

/** Where a card was let go: right above or below another card, or in a column where no card is. */
export interface Drop {
  cardId: string
  step: string
  beside?: { beforeRef: string } | { afterRef: string }
}

interface CardEvents {
  onDrag: (dragging: boolean) => void
  /** On which side of this card another would be put in; null when it is not over it. */
  onEdge: (edge: 'top' | 'bottom' | null) => void
}

/** Makes a card something to drag, and something to let others go beside. */
export function dragCard(element: HTMLElement, card: { id: string; step: string }, events: CardEvents): Stop {
  const data = { cardId: card.id, step: card.step }
  return combine(
    draggable({
      element,
      getInitialData: () => data,
      onDragStart: () => events.onDrag(true),
      onDrop: () => events.onDrag(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.cardId !== card.id,
      getData: ({ input }) => attachClosestEdge(data, { element, input, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self }) => events.onEdge(edgeOf(self.data)),
      onDragLeave: () => events.onEdge(null),
      onDrop: () => events.onEdge(null),
    }),
  )
}

/** A column takes what is let go where no card is, and scrolls when something is held over its ends. */
export function dropInColumn(element: HTMLElement, step: string, onOver: (over: boolean) => void): Stop {
  return combine(
    dropTargetForElements({
      element,
      getData: () => ({ step }),
      onDragEnter: () => onOver(true),
      onDragLeave: () => onOver(false),
      onDrop: () => onOver(false),
    }),
    autoScrollForElements({ element }),
  )
}

/** The board scrolls sideways, and hears where a card was let go. */
export function watchDrops(element: HTMLElement, onDrop: (drop: Drop) => void): Stop {
  return combine(
    autoScrollForElements({ element }),
    monitorForElements({
      onDrop: ({ source, location }) => {
        const target = location.current.dropTargets[0]?.data
        if (!target) return
        const drop = { cardId: String(source.data.cardId), step: String(target.step) }
        const edge = edgeOf(target)
        const other = String(target.cardId)
        if (edge === null) onDrop(drop)
        else onDrop({ ...drop, beside: edge === 'top' ? { beforeRef: other } : { afterRef: other } })
      },
    }),
  )
}

function edgeOf(data: Record<string | symbol, unknown>): 'top' | 'bottom' | null {
  const edge = extractClosestEdge(data)
  return edge === 'top' || edge === 'bottom' ? edge : null
}
