import AddIcon from '@mui/icons-material/Add'
import UnfoldLessIcon from '@mui/icons-material/UnfoldLess'
import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { BoardStep } from '#contract/orders/boards'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { withDragKit } from '../../ui/dragging/use-drag.ts'
import { inSightWith } from '../../ui/rendering/in-sight.ts'
import { usePrinting } from '../../ui/rendering/use-printing.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { CardFrame, type SharedByCards } from './CardFrame.tsx'
import type { BoardCard } from './card-kind.ts'

/** Handles of the columns by step id; `focusCard` scrolls a card into view and focuses it. */
export type ColumnHandles = Map<string, { focusCard: (id: string) => void }>

interface Props<Card extends BoardCard> {
  step: BoardStep
  cards: readonly Card[]
  shared: SharedByCards<Card>
  handles: ColumnHandles
  /** True if the cards are hidden. */
  collapsed: boolean
  onCollapse: (step: string) => void
  onAdd?: (step: string) => void
}

/** A step of the board with its cards; only visible cards are rendered, in print all of them. */
export const BoardColumn = memo(function BoardColumn<Card extends BoardCard>(props: Props<Card>) {
  const { step, cards, shared, handles, collapsed, onCollapse, onAdd } = props
  const { t } = useTranslation('boards')
  const { words } = shared.kind
  const sums = words.sums?.(cards)
  const Fold = collapsed ? UnfoldMoreIcon : UnfoldLessIcon
  const titleId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string>()
  const found = cards.findIndex(({ id }) => id === active)
  const activeIndex = Math.max(found, 0)
  const whole = useRef<HTMLElement>(null)
  const over = useDroppable(collapsed ? whole : scroller, shared, step.id, !collapsed)

  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 104,
    getItemKey: (index) => cards[index]?.id ?? index,
    overscan: 4,
    initialRect: { width: 300, height: 800 },
    rangeExtractor: inSightWith(activeIndex),
  })

  const printing = usePrinting()
  const items = printing ? cards.map(({ id }, index) => ({ key: id, index, start: 0 })) : virtualizer.getVirtualItems()

  const wanted = useRef<string>(undefined)
  const focusWanted = () => {
    const link = wanted.current && scroller.current?.querySelector<HTMLElement>(`[data-card="${wanted.current}"]`)
    if (!link) return
    wanted.current = undefined
    link.focus({ preventScroll: true })
  }
  useEffect(focusWanted)
  const focusCard = useEffectEvent((id: string) => {
    wanted.current = id
    setActive(id)
    virtualizer.scrollToIndex(cards.findIndex((card) => card.id === id))
    focusWanted()
  })
  useEffect(() => {
    handles.set(step.id, { focusCard: (id) => focusCard(id) })
    return () => void handles.delete(step.id)
  }, [handles, step.id])

  return (
    <section
      ref={whole}
      className="column"
      aria-labelledby={titleId}
      data-over={over}
      data-collapsed={collapsed}
      style={{ '--step': step.colour } as CSSProperties}
    >
      <div className="column-head">
        <h2 className="column-title" id={titleId} title={step.title}>
          {step.title}
        </h2>
        <span className="column-count">
          <span aria-hidden>{formatNumber(cards.length)}</span>
          <span className="visually-hidden">{words.count(cards.length)}</span>
        </span>
        <IconButton
          aria-label={t(collapsed ? 'board.expand' : 'board.collapse', { step: step.title })}
          aria-expanded={!collapsed}
          title={t(collapsed ? 'board.expand' : 'board.collapse', { step: step.title })}
          onClick={() => onCollapse(step.id)}
        >
          <Fold fontSize="small" sx={{ transform: 'rotate(90deg)' }} />
        </IconButton>
        {onAdd && !collapsed && (
          <IconButton
            aria-label={words.addTo(step.title)}
            title={words.addTo(step.title)}
            onClick={() => onAdd(step.id)}
          >
            <AddIcon fontSize="small" />
          </IconButton>
        )}
      </div>
      {sums !== undefined && <div className="column-sums">{sums}</div>}
      <div className="column-cards" ref={scroller} hidden={collapsed}>
        {collapsed ? null : cards.length === 0 ? (
          <p className="column-empty">{words.emptyStep}</p>
        ) : (
          <ol className="column-list" style={{ height: virtualizer.getTotalSize() }} aria-labelledby={titleId}>
            {items.map((item) => {
              const card = cards[item.index]
              return (
                card && (
                  <li
                    key={item.key}
                    ref={printing ? undefined : virtualizer.measureElement}
                    data-index={item.index}
                    className="card-place"
                    aria-setsize={cards.length}
                    aria-posinset={item.index + 1}
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    <CardFrame card={card} shared={shared} active={item.index === activeIndex} onActive={setActive} />
                  </li>
                )
              )
            })}
          </ol>
        )}
      </div>
    </section>
  )
}) as <Card extends BoardCard>(props: Props<Card>) => ReactNode

function useDroppable<Card extends BoardCard>(
  area: { current: HTMLElement | null },
  { mayMove, board }: SharedByCards<Card>,
  step: string,
  scrolls: boolean,
): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!mayMove || !element) return
    return withDragKit((kit) => kit.dropInGroup(element, { list: board.id, group: step, scrolls }, setOver))
  }, [mayMove, area, board.id, step, scrolls])
  return over
}
