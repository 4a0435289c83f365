import { type MouseEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Board } from '#contract/orders/boards'
import type { User } from '#contract/users/users'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type Edge, withDragKit } from '../../ui/dragging/use-drag.ts'
import { CardFoot } from './CardFoot.tsx'
import type { BoardCard, CardKind } from './card-kind.ts'

/** What all cards of a board share. */
export interface SharedByCards<Card extends BoardCard> {
  board: Board
  kind: CardKind<Card>
  users: ReadonlyMap<string, User>
  /** Time in milliseconds that due dates and ages are calculated from. */
  now: number
  onOpen: (card: Card) => void
  onMenu: (card: Card, anchor: HTMLElement) => void
  mayMove: boolean
}

interface Props<Card extends BoardCard> {
  card: Card
  shared: SharedByCards<Card>
  /** True for the one tab stop among the cards of a column. */
  active: boolean
  onActive: (id: string) => void
}

/** A card with its name as link, its menu and its foot; the kind of card draws the content between them. */
export const CardFrame = memo(function CardFrame<Card extends BoardCard>(props: Props<Card>) {
  const { card, shared, active, onActive } = props
  const { board, kind, users, now, onOpen, onMenu } = shared
  const { t } = useTranslation('boards')
  const drag = useDragged(shared.mayMove, card, onActive)
  const name = kind.nameOf(card)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the right button opens what the button in it opens
    <div
      className="card"
      ref={drag.ref}
      data-dragging={drag.dragging}
      data-edge={drag.edge ?? undefined}
      data-href={kind.hrefOf(card)}
      onFocus={() => onActive(card.id)}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(card, event.currentTarget)
      }}
    >
      <div className="card-head">
        <a
          className="card-name"
          href={kind.hrefOf(card)}
          data-card={card.id}
          tabIndex={active ? 0 : -1}
          draggable={false}
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            onOpen(card)
          }}
        >
          {name}
        </a>
        <button
          type="button"
          className="card-menu"
          aria-label={t('card.actions', { name })}
          aria-haspopup="menu"
          tabIndex={active ? 0 : -1}
          onClick={(event) => onMenu(card, event.currentTarget)}
        >
          ⋮
        </button>
      </div>
      {kind.content(card, board, now)}
      <CardFoot card={card} users={users} now={now} />
    </div>
  )
}) as <Card extends BoardCard>(props: Props<Card>) => ReactNode

const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey

function useDragged(mayMove: boolean, { id, taskboardRef, step }: BoardCard, onActive: (id: string) => void) {
  const ref = useRef<HTMLDivElement>(null)
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<Edge | null>(null)
  useEffect(() => {
    const element = ref.current
    if (!mayMove || !element) return
    return withDragKit((kit) =>
      kit.dragItem(
        { element },
        { list: taskboardRef, id, group: step },
        {
          onDrag: (now) => {
            // the active card stays rendered while the column scrolls
            if (now) onActive(id)
            setDragging(now)
          },
          onOver: setEdge,
        },
      ),
    )
  }, [mayMove, id, taskboardRef, step, onActive])
  return { ref, dragging, edge }
}
