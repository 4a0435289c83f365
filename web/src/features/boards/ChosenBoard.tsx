import type { ReactNode } from 'react'
import type { Board, BoardKind } from '#contract/orders/boards'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonLines } from '../../ui/SkeletonLines.tsx'
import { useBoards } from './use-boards.ts'
import { useChosenBoard } from './use-chosen-board.ts'

interface Props {
  of: BoardKind
  /** The board that the address names. */
  named: string | undefined
  /** What is said where there is no board. */
  none: { title: string; hint: string }
  children: (board: Board, boards: readonly Board[]) => ReactNode
}

/** The board that is to be shown, as soon as it is known which. */
export function ChosenBoard({ of, named, none, children }: Props) {
  const { boards, error, refetch } = useBoards(of)
  const board = useChosenBoard(of, boards ?? [], named)
  if (board) return children(board, boards ?? [])
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (boards) return <EmptyState {...none} />
  return <SkeletonLines lines={10} />
}
