import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'

type Stop = () => void
export type Edge = 'top' | 'bottom'

/** What is dragged: one of a list, whose things are let go on each other and nowhere else. */
export interface Dragged {
  list: string
  id: string
  /** The part of the list that it stands in. */
  group?: string
}

/** Where it was let go: on another, near one of its edges, or in a group where no other is. */
export interface Drop {
  id: string
  group: string | undefined
  onto?: { id: string; edge: Edge | null }
}

interface Parts {
  /** What others are let go on. */
  element: HTMLElement
  /** What it is dragged by; all of it where this is left out. */
  handle?: HTMLElement
}

interface Events {
  onDrag: (dragging: boolean) => void
  /** The edge at which another would be put in; null when none is over it. */
  onOver: (edge: Edge | null) => void
}

/** Makes something to drag, and something to let others of its list go on. */
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

/** A group takes what is let go where no other is, and scrolls when something is held over its ends. */
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

/** Hears which of a list is lifted and where it is let go, and scrolls what it stands in where that is named. */
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
