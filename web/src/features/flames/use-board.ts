import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { flameApi } from '#contract/flames'
import { refresh, useApi } from '../../api/hooks.ts'

/** The cards of a board, which follow what others do. */
export function useBoard(id: string, withFutureTask: boolean) {
  const board = useApi(
    flameApi.board,
    { params: { id }, query: { withFutureTask: withFutureTask ? 'true' : 'false' } },
    { quiet: true },
  )
  useBoardChanges(id, board.data?.change)
  useReminder(board.data?.nextReminderUtc, board.dataUpdatedAt)
  return board
}

const longestTimeout = 2 ** 31 - 1
/** Where the clock here is ahead of the server's, or a move of one's own is on its way. */
const again = 10_000

/** Reads the board anew when a card comes up that rested until its reminder. */
function useReminder(next: string | null | undefined, readAt: number): void {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer is looked at, also one that says the same
  useEffect(() => {
    if (!next) return
    const wake = () => {
      if (client.isMutating() === 0) void refresh(client, [flameApi.board])
      else timer = setTimeout(wake, again)
    }
    const wait = Math.max(Date.parse(next) - Date.now(), again)
    let timer = setTimeout(wake, Math.min(wait, longestTimeout))
    return () => clearTimeout(timer)
  }, [next, readAt, client])
}

const pollEvery = 3000

/** Reads a board anew when somebody changed it, while the page is in sight. */
function useBoardChanges(id: string, known: number | undefined): void {
  const client = useQueryClient()
  const { data, dataUpdatedAt } = useApi(flameApi.boardChanges, { params: { id } }, { quiet: true, every: pollEvery })
  const change = data?.change
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer is looked at, also one that says the same
  useEffect(() => {
    if (change === undefined || known === undefined || change <= known) return
    // while a move of one's own is on its way, the next look finds it
    if (client.isMutating() === 0) void refresh(client, [flameApi.board])
  }, [change, known, dataUpdatedAt, client])
}
