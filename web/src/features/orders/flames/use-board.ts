import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { flameApi } from '#contract/orders/flames'
import { kept, refresh, useApi } from '../../../api/hooks.ts'

/** The cards of a board, which follow what others do; those that are there stay when the server is away. */
export function useBoard(id: string, withFutureTask: boolean) {
  const client = useQueryClient()
  const asked = { params: { id }, query: { withFutureTask: withFutureTask ? ('true' as const) : ('false' as const) } }
  const board = useApi(flameApi.board, asked, { quiet: true })
  const changes = useBoardChanges(id, board.data?.change, board.isError ? board.errorUpdatedAt : undefined)
  useReminder(board.data?.nextReminderUtc, board.dataUpdatedAt)
  const cardsNow = () => kept(client, flameApi.board, asked)?.flames ?? []
  return { cards: board.data?.flames, cardsNow, error: board.error ?? changes.error, refetch: board.refetch }
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

/** Reads a board anew when somebody changed it, while the page is in sight, or once the server is back. */
function useBoardChanges(id: string, known: number | undefined, failedAt: number | undefined) {
  const client = useQueryClient()
  const changes = useApi(flameApi.boardChanges, { params: { id } }, { quiet: true, every: pollEvery })
  const { dataUpdatedAt } = changes
  const change = changes.data?.change
  useEffect(() => {
    const isOld = change !== undefined && known !== undefined && change > known
    const isBack = failedAt !== undefined && dataUpdatedAt > failedAt
    if (!isOld && !isBack) return
    // while a move of one's own is on its way, the next look finds it
    if (client.isMutating() === 0) void refresh(client, [flameApi.board])
  }, [change, known, failedAt, dataUpdatedAt, client])
  return changes
}
