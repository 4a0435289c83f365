import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Board, BoardStep } from '#contract/orders/boards'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { inBrowser } from '../../state/storage.ts'
import { type Drop, type Edge, withDragKit } from '../../ui/dragging/use-drag.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { useShortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { useUsers } from '../users/people/use-users.ts'
import { BoardColumn, type ColumnHandles } from './BoardColumn.tsx'
import { boardLook } from './board-look.ts'
import type { BoardCard, CardKind } from './card-kind.ts'
import { cardsOf, type Direction, type Place, placeTowards } from './placement.ts'

interface Props<Card extends BoardCard> {
  board: Board
  kind: CardKind<Card>
  /** The filtered cards in their order. */
  cards: readonly Card[]
  /** Returns the latest `cards`, because a key may be pressed before the screen has been redrawn. */
  cardsNow: () => readonly Card[]
  now: number
  onOpen: (card: Card) => void
  onMenu: (card: Card, anchor: HTMLElement) => void
  onMove: (card: Card, to: Place) => void
  onUndo: () => void
  /** Omitted without the permission to add cards. */
  onAdd?: (step: string) => void
}

/** The columns of a board. Cards are moved by dragging or by keyboard. */
export function BoardView<Card extends BoardCard>(props: Props<Card>) {
  const { board, kind, cards, cardsNow, now, onOpen, onMenu, onMove, onUndo, onAdd } = props
  const { t } = useTranslation('boards')
  const hintId = useId()
  const users = useUsers()
  const mayMove = useMay()(kind.mayMove)
  const columns = useMemo(() => board.steps.map((step) => ({ step, cards: cardsOf(cards, step.id) })), [board, cards])
  const [collapsed, collapse] = useCollapsed()
  const open = columns.filter(({ step }) => !collapsed.includes(step.id))
  const { handles, focusNow, focusMoved, willGo, willNotGo } = useFocus(columns)
  const element = useRef<HTMLDivElement>(null)
  useBeginAtCards(
    element,
    board.id,
    columns.findIndex(({ step, cards }) => cards.length > 0 && !collapsed.includes(step.id)),
  )
  const lifted = useRef<Card>(undefined)
  useDrops(mayMove, element, board.id, {
    onLift: (id) => {
      lifted.current = cardsNow().find((one) => one.id === id)
    },
    onDrop: ({ id, group, onto }) => {
      // another user may have removed the card during the drag; the move then fails with a message
      const card = cards.find((one) => one.id === id) ?? lifted.current
      const step = group ?? ''
      const place = onto?.edge ? beside(onto.edge, onto.id) : atTheEnd(cardsOf(cards, step), id)
      if (card) onMove(card, { taskboardRef: board.id, step, ...place })
    },
  })
  const shared = useMemo(
    () => ({
      board,
      kind,
      users,
      now,
      onOpen,
      onMenu: (card: Card, anchor: HTMLElement) => {
        willGo(card, anchor, true)
        onMenu(card, anchor)
      },
      mayMove,
    }),
    [board, kind, users, now, onOpen, onMenu, willGo, mayMove],
  )

  const press = useShortcuts<Held<Card>>(t('keys.title'), [
    {
      keys: ['↑', '↓', '←', '→'],
      label: t('keys.focus'),
      run: ({ card }, at) => focusNow(neighbour(open, directions[at] as Direction, card)),
    },
    mayMove && {
      keys: ['Shift+↑', 'Shift+↓', 'Shift+←', 'Shift+→'],
      label: t('keys.move'),
      run: ({ card }, at) => moveTowards(directions[at] as Direction, card),
    },
    { keys: ['M'], label: t('keys.menu'), run: ({ card, target }) => shared.onMenu(card, target) },
  ])
  const pressAnywhere = useShortcuts(t('keys.title'), [
    mayMove && { keys: ['Ctrl+Z'], label: t('keys.undo'), run: onUndo },
  ])
  function onKeyDown(event: Key, id: string | undefined) {
    willNotGo()
    const card = cardsNow().find((one) => one.id === id)
    if (card) {
      const held = { card, target: event.target as HTMLElement }
      press(event, held)
      if (event.ctrlKey) willGo(card, held.target)
    }
    pressAnywhere(event)
  }
  const carried = useCarried(onKeyDown)

  function moveTowards(direction: Direction, card: Card) {
    const to = placeTowards(direction, card, board.steps, cardsNow())
    if (!to) return
    if (collapsed.includes(to.step)) collapse(to.step)
    focusMoved(card.id)
    // returns here if the server refuses the move
    willGo({ id: card.id, step: to.step })
    carried.current = card.id
    onMove(card, to)
  }

  return (
    <>
      <Box
        ref={element}
        role="group"
        aria-label={t('board.label', { board: board.title })}
        aria-describedby={hintId}
        sx={boardLook}
        onPointerDown={willNotGo}
        onFocus={({ target, relatedTarget }) => {
          const card = cardsNow().find(({ id }) => id === cardAt(target))
          // the notice that undoes a move first returns the focus to the card
          if (card && relatedTarget?.closest('[data-notice]')) willGo(card, target)
        }}
        onKeyDown={(event) => onKeyDown(event, cardAt(event.target))}
      >
        {columns.map(({ step, cards: own }) => (
          <BoardColumn
            key={step.id}
            step={step}
            cards={own}
            shared={shared}
            handles={handles}
            collapsed={collapsed.includes(step.id)}
            onCollapse={collapse}
            onAdd={onAdd}
          />
        ))}
      </Box>
      <span id={hintId} hidden>
        {t('board.keysHint')}
      </span>
    </>
  )
}

/** Scrolls a newly opened board to its first column with cards, if that is out of view. */
function useBeginAtCards(element: { current: HTMLElement | null }, board: string, first: number) {
  const begin = useEffectEvent(() => {
    const column = first > 0 && element.current?.children[first]?.getBoundingClientRect()
    const whole = element.current?.getBoundingClientRect()
    if (column && whole && column.right > whole.right) element.current?.scrollBy({ left: column.left - whole.left })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever another board is opened
  useLayoutEffect(() => begin(), [board])
}

const collapsedKey = 'glut.collapsedSteps'

/** Holds the collapsed steps, stored in this browser. */
function useCollapsed() {
  const [collapsed, setCollapsed] = useState(() => (inBrowser.read(collapsedKey) ?? '').split(' ').filter(Boolean))
  const toggle = useCallback((step: string) => {
    setCollapsed((before) => {
      const next = before.includes(step) ? before.filter((one) => one !== step) : [...before, step]
      inBrowser.write(collapsedKey, next.join(' '))
      return next
    })
  }, [])
  return [collapsed, toggle] as const
}

const directions: readonly Direction[] = ['up', 'down', 'left', 'right']

type Key = KeyboardEvent | globalThis.KeyboardEvent

/** The card a key event applies to. */
interface Held<Card> {
  readonly card: Card
  readonly target: HTMLElement
}

/** Applies keys to the card moved last by keyboard while nothing has the focus: it may not be drawn in place yet. */
function useCarried(onKey: (event: Key, id: string | undefined) => void) {
  const carried = useRef<string>(undefined)
  const pressed = useEffectEvent((event: Key) => {
    if (carried.current && event.target === document.body) onKey(event, carried.current)
  })
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => pressed(event)
    const onFocus = () => {
      carried.current = undefined
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
  return carried
}

const cardAt = (target: EventTarget) =>
  (target as Element).closest('.card')?.querySelector<HTMLElement>('[data-card]')?.dataset.card

type Columns<Card extends BoardCard> = readonly { step: BoardStep; cards: readonly Card[] }[]

/** Returns the card above or below, or the one at the same index in the next non-empty column. */
function neighbour<Card extends BoardCard>(columns: Columns<Card>, direction: Direction, card: Card): Card | undefined {
  const at = columns.findIndex(({ step }) => step.id === card.step)
  const own = columns[at]?.cards ?? []
  const index = own.indexOf(card)
  if (direction === 'up' || direction === 'down') return own[index + (direction === 'up' ? -1 : 1)]
  const others = direction === 'left' ? columns.slice(0, at).toReversed() : columns.slice(at + 1)
  const column = others.find((other) => other.cards.length > 0)?.cards
  return column?.[Math.min(index, column.length - 1)]
}

const beside = (edge: Edge, other: string) => (edge === 'top' ? { beforeRef: other } : { afterRef: other })

function atTheEnd(column: readonly BoardCard[], cardId: string): { afterRef?: string } {
  const last = column.findLast(({ id }) => id !== cardId)
  return last ? { afterRef: last.id } : {}
}

/** Focuses a card, at once or, if it is being moved, in its new place. */
function useFocus(columns: Columns<BoardCard>) {
  const handles = useRef<ColumnHandles>(new Map())
  const moved = useRef<string>(undefined)

  function focus(id: string | undefined) {
    const column = columns.find(({ cards }) => cards.some((card) => card.id === id))
    if (id && column) handles.current.get(column.step.id)?.focusCard(id)
  }

  const focusWhereItStands = useEffectEvent(() => {
    focus(moved.current)
    moved.current = undefined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever cards have changed their places
  useEffect(() => focusWhereItStands(), [columns])

  const last = useRef<{ id: string; step: string; index: number; byMenu: boolean }>(undefined)
  const placeOf = (id: string) => {
    const column = columns.find(({ cards }) => cards.some((card) => card.id === id))
    return column && { id, step: column.step.id, index: column.cards.findIndex((card) => card.id === id) }
  }
  const willGo = useCallback(({ id, step }: Pick<BoardCard, 'id' | 'step'>, at?: Element, byMenu = false) => {
    const index = Number(at?.closest('.card-place')?.getAttribute('data-index') ?? 0)
    last.current = { id, step, index, byMenu }
  }, [])
  /** Forgets the card if the user continues elsewhere, so that a move by another user does not take the focus. */
  const willNotGo = useCallback(() => {
    last.current = undefined
  }, [])
  /** Moves the focus after a move by menu or undo, or a removal: to the card, else to one in the same column. */
  const followMenu = useEffectEvent(() => {
    const was = last.current
    if (!was) return
    const place = placeOf(was.id)
    if (place?.step === was.step) {
      was.index = place.index
      return
    }
    last.current = undefined
    const others = columns.find(({ step }) => step.id === was.step)?.cards ?? []
    const follow = () => isFocusLost() && focus(place?.id ?? others[Math.min(was.index, others.length - 1)]?.id)
    follow()
    // a closing dialog restores the focus only after its transition
    if (was.byMenu) setTimeout(follow, 300)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever cards have changed their places
  useEffect(() => followMenu(), [columns])

  return {
    handles: handles.current,
    willGo,
    willNotGo,
    focusNow: (card: BoardCard | undefined) => focus(card?.id),
    focusMoved: (id: string) => {
      moved.current = id
    },
  }
}

/** Returns true if nothing has the focus, or a card or menu that may disappear. */
function isFocusLost(): boolean {
  const active = document.activeElement
  return !active || active === document.body || active.closest('[role=menu], .card') !== null
}

function useDrops(
  mayMove: boolean,
  element: { current: HTMLElement | null },
  list: string,
  { onLift, onDrop }: { onLift: (id: string) => void; onDrop: (drop: Drop) => void },
) {
  const lifted = useEffectEvent(onLift)
  const dropped = useEffectEvent(onDrop)
  useEffect(() => {
    const area = element.current
    if (!mayMove || !area) return
    return withDragKit((kit) =>
      kit.watchDrops(
        area,
        list,
        (drop) => dropped(drop),
        (id) => lifted(id),
      ),
    )
  }, [mayMove, list, element])
}
