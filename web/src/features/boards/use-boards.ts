import { useMemo } from 'react'
import { type Board, type BoardKind, type BoardStep, boardApi } from '#contract/orders/boards'
import { useApi } from '../../api/hooks.ts'

/** Returns the boards of a kind that the user may see, and their steps by id. */
export function useBoards(of: BoardKind, enabled = true) {
  const all = useApi(boardApi.listAll, {}, { enabled, quiet: true })
  return useMemo(() => {
    const boards = all.data?.filter(({ kind }) => kind === of)
    const steps = new Map<string, BoardStep & { board: Board }>()
    for (const board of boards ?? []) for (const step of board.steps) steps.set(step.id, { ...step, board })
    return { boards, steps, error: all.error, refetch: all.refetch }
  }, [of, all.data, all.error, all.refetch])
}
