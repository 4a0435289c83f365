import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { boardQuestion } from '#contract/orders/board-question'
import { flameApi } from '#contract/orders/flames'
import { kept, useApi } from '../../../api/hooks.ts'

/** Loads the cards of a board with live updates; cached cards stay while the server is unreachable. */
export function useBoard(id: string, withResting: boolean) {
  const client = useQueryClient()
  const asked = boardQuestion(id, withResting)
  const board = useApi(flameApi.board, asked, { quiet: true })
  useReminder(board.data?.nextReminderUtc, board.dataUpdatedAt, board.refetch)
  const cardsNow = () => kept(client, flameApi.board, asked)?.flames ?? []
  return { cards: board.data?.flames, cardsNow, error: board.error, refetch: board.refetch }
}

const longestTimeout = 2 ** 31 - 1
/** Milliseconds to wait if the local clock is ahead of the server's or an own move is pending. */
const again = 10_000

/** Reloads the board when the reminder of a resting card comes due, which no live update reports. */
function useReminder(next: string | null | undefined, readAt: number, refetch: () => unknown): void {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer is looked at, also one that says the same
  useEffect(() => {
    if (!next) return
    const wake = () => {
      if (client.isMutating() === 0) refetch()
      else timer = setTimeout(wake, again)
    }
    const wait = Math.max(Date.parse(next) - Date.now(), again)
    let timer = setTimeout(wake, Math.min(wait, longestTimeout))
    return () => clearTimeout(timer)
  }, [next, readAt, refetch, client])
}
