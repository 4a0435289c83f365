import type { ComponentType } from 'react'
import type { Board, BoardKind } from '#contract/orders/boards'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../ui/states/SkeletonLines.tsx'
import { useBoards } from './use-boards.ts'
import { useChosenBoard } from './use-chosen-board.ts'

/** Properties of the component that draws a board of a kind. */
export interface DeskProps<Search> {
  board: Board
  boards: readonly Board[]
  search: Search
}

interface Props<Search> {
  of: BoardKind
  /** Search parameters of the URL, including the board. */
  search: Search
  /** Texts shown if there is no board. */
  none: { title: string; hint: string }
  Desk: ComponentType<DeskProps<Search>>
}

/** The screen for boards of a kind. Shows the board named in the URL, else the one used last. */
export function BoardPage<Search extends { board?: string }>({ of, search, none, Desk }: Props<Search>) {
  const { boards, error, refetch } = useBoards(of)
  const board = useChosenBoard(of, boards ?? [], search.board)
  if (board) return <Desk key={board.id} board={board} boards={boards ?? []} search={search} />
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (boards) return <EmptyState {...none} />
  return <SkeletonLines lines={10} />
}
