import type { ComponentType } from 'react'
import type { Board, BoardKind } from '#contract/orders/boards'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../ui/states/SkeletonLines.tsx'
import { useBoards } from './use-boards.ts'
import { useChosenBoard } from './use-chosen-board.ts'

/** What a board of a kind is drawn with. */
export interface DeskProps<Search> {
  board: Board
  boards: readonly Board[]
  search: Search
}

interface Props<Search> {
  of: BoardKind
  /** What the address says, the board among it. */
  search: Search
  /** What is said where there is no board. */
  none: { title: string; hint: string }
  Desk: ComponentType<DeskProps<Search>>
}

/** The screen of all boards of a kind: it shows the one that the address names, or else the last one, as soon as it is known which. */
export function BoardPage<Search extends { board?: string }>({ of, search, none, Desk }: Props<Search>) {
  const { boards, error, refetch } = useBoards(of)
  const board = useChosenBoard(of, boards ?? [], search.board)
  if (board) return <Desk key={board.id} board={board} boards={boards ?? []} search={search} />
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (boards) return <EmptyState {...none} />
  return <SkeletonLines lines={10} />
}
