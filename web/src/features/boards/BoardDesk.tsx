import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Board, BoardKind } from '#contract/orders/boards'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { pageLook } from '../../ui/layout/look.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../ui/states/SkeletonLines.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { Tooltip } from '../../ui/tooltips/Tooltip.tsx'
import { BoardPicker } from './BoardPicker.tsx'
import { BoardView } from './BoardView.tsx'
import type { BoardFilter } from './board-filter.ts'
import type { BoardCard, CardKind } from './card-kind.ts'
import { FilterBar } from './FilterBar.tsx'
import { type Direction, type Place, placeTowards } from './placement.ts'
import { rememberBoard } from './use-chosen-board.ts'

interface MenuProps<Card, Command> {
  anchor: HTMLElement
  card: Card
  towards: (direction: Direction) => Place | undefined
  onMove: (to: Place) => void
  onCommand: (command: Command) => void
  onClose: () => void
}

interface Props<Card extends BoardCard, Command> {
  board: Board
  boards: readonly Board[]
  of: BoardKind
  kind: CardKind<Card>
  /** All cards of the board, the filtered cards, and a function that returns the latest filtered cards. */
  all: readonly Card[] | undefined
  cards: readonly Card[] | undefined
  cardsNow: () => readonly Card[]
  error: Error | null
  onRetry: () => void
  now: number
  filter: BoardFilter
  isFiltering: boolean
  withFuture?: boolean
  onFilter: (filter: BoardFilter & { future?: string }) => void
  onClearFilter: () => void
  onBoard: (id: string) => void
  /** Filters specific to this kind of card. */
  furtherFilter?: ReactNode
  words: {
    filter: string
    text: string
    failed: string
    countOf: (counts: { count: number; shown: string; total: string }) => string
  }
  dialogs: {
    move: (card: Card, to: Place) => unknown
    undo: () => unknown
    run: (command: Command, card: Card) => void
    dialogFor: (cards: readonly Card[]) => ReactNode
  }
  Menu: ComponentType<MenuProps<Card, Command>>
  /** Renders the bin of the board; omitted without the permission to see it. */
  bin?: (onClose: () => void) => ReactNode
  onOpen: (card: Card) => void
  /** Omitted without the permission to add cards. */
  onAdd?: (step: string) => void
  children?: ReactNode
}

/** A board with its filters, its bin and the actions on its cards, for any kind of card. */
export function BoardDesk<Card extends BoardCard, Command>(props: Props<Card, Command>) {
  const { board, boards, of, kind, all, cards, error, filter, isFiltering, words, dialogs, Menu, bin } = props
  const { t } = useTranslation('boards')
  const [menu, setMenu] = useState<{ card: Card; anchor: HTMLElement }>()
  const [binShown, setBinShown] = useState(false)
  const openMenu = useCallback((card: Card, anchor: HTMLElement) => setMenu({ card, anchor }), [])
  useEffect(() => rememberBoard(of, board.id), [of, board.id])
  const total = all?.length ?? 0
  const counted = isFiltering
    ? words.countOf({ count: total, shown: formatNumber(cards?.length ?? 0), total: formatNumber(total) })
    : kind.words.count(total)
  const count = all ? counted : ''

  if (error && !all) return <ErrorState title={words.failed} message={error.message} onRetry={props.onRetry} />
  return (
    <Box sx={pageLook}>
      <FilterBar
        filter={filter}
        filtering={isFiltering}
        withFuture={props.withFuture}
        onChange={props.onFilter}
        onClear={props.onClearFilter}
        cards={all ?? []}
        words={{ label: words.filter, text: words.text, count }}
        further={props.furtherFilter}
        start={<BoardPicker board={board} boards={boards} onChoose={props.onBoard} />}
        end={
          bin && (
            <Tooltip title={t('board.bin')}>
              <IconButton aria-label={t('board.bin')} aria-haspopup="dialog" onClick={() => setBinShown(true)}>
                <DeleteOutlineIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          )
        }
      />
      {error && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('board.away', { reason: error.message })}
        </Alert>
      )}
      {cards ? (
        <BoardView
          board={board}
          kind={kind}
          cards={cards}
          cardsNow={props.cardsNow}
          now={props.now}
          onOpen={props.onOpen}
          onMenu={openMenu}
          onMove={(card, to) => void dialogs.move(card, to)}
          onUndo={() => void dialogs.undo()}
          onAdd={props.onAdd}
        />
      ) : (
        <SkeletonLines lines={12} height={28} />
      )}
      {menu && cards && (
        <Menu
          {...menu}
          towards={(direction) => placeTowards(direction, menu.card, board.steps, cards)}
          onMove={(to) => void dialogs.move(menu.card, to)}
          onCommand={(command) => dialogs.run(command, menu.card)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {dialogs.dialogFor(all ?? [])}
      {binShown && bin?.(() => setBinShown(false))}
      {props.children}
    </Box>
  )
}
