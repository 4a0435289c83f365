import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'

type Stop = () => void
export type Edge = 'top' | 'bottom'

/** The dragged item. It can only be dropped within the list with the same id. */
export interface Dragged {
  list: string
  id: string
  /** Group of the list that contains the item. */
  group?: string
}

/** Where an item was dropped: onto another item near an edge, or into a group beside its items. */
export interface Drop {
  id: string
  group: string | undefined
  onto?: { id: string; edge: Edge | null }
}

interface Parts {
  /** The drop target. */
  element: HTMLElement
  /** The drag handle; the whole element by default. */
  handle?: HTMLElement
}

interface Events {
  onDrag: (dragging: boolean) => void
  /** The edge where a dropped item would be inserted; null if nothing is held over the element. */
  onOver: (edge: Edge | null) => void
}

/** Makes an element draggable and a drop target for items of the same list. */
export function dragItem({ element, handle = element }: Parts, data: Dragged, events: Events): Stop {
  const asData = { ...data }
  return combine(
    draggable({
      element: handle,
      getInitialData: () => asData,
      onDragStart: () => events.onDrag(true),
      onDrop: () => events.onDrag(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.list === data.list && source.data.id !== data.id,
      getData: ({ input }) => attachClosestEdge(asData, { element, input, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self }) => events.onOver(edgeOf(self.data)),
      onDragLeave: () => events.onOver(null),
      onDrop: () => events.onOver(null),
    }),
  )
}

/** Makes a group a drop target beside its items, which scrolls while something is held near its ends. */
export function dropInGroup(
  element: HTMLElement,
  { list, group, scrolls = true }: { list: string; group: string; scrolls?: boolean },
  onOver: (over: boolean) => void,
): Stop {
  return combine(
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.list === list,
      getData: () => ({ list, group }),
      onDragEnter: () => onOver(true),
      onDragLeave: () => onOver(false),
      onDrop: () => onOver(false),
    }),
    ...(scrolls ? [autoScrollForElements({ element })] : []),
  )
}

/** Watches the items of a list being lifted and dropped, and scrolls `element`, if given, during a drag. */
export function watchDrops(
  element: HTMLElement | null,
  list: string,
  onDrop: (drop: Drop) => void,
  onLift?: (id: string) => void,
): Stop {
  return combine(
    ...(element ? [autoScrollForElements({ element })] : []),
    monitorForElements({
      canMonitor: ({ source }) => source.data.list === list,
      onDragStart: ({ source }) => onLift?.(String(source.data.id)),
      onDrop: ({ source, location }) => {
        const target = location.current.dropTargets[0]?.data
        if (!target) return
        const { id, group } = target as Partial<Dragged>
        const onto = id === undefined ? {} : { onto: { id, edge: edgeOf(target) } }
        onDrop({ id: String(source.data.id), group, ...onto })
      },
    }),
  )
}

function edgeOf(data: Record<string | symbol, unknown>): Edge | null {
  const edge = extractClosestEdge(data)
  return edge === 'top' || edge === 'bottom' ? edge : null
}
