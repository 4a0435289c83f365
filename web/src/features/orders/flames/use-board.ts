import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { boardQuestion } from '#contract/orders/board-question'
import { flameApi } from '#contract/orders/flames'
import { kept, useApi } from '../../../api/hooks.ts'

/** The cards of a board, which follow what others do; those that are there stay when the server is away. */
export function useBoard(id: string, withResting: boolean) {
  const client = useQueryClient()
  const asked = boardQuestion(id, withResting)
  const board = useApi(flameApi.board, asked, { quiet: true })
  useReminder(board.data?.nextReminderUtc, board.dataUpdatedAt, board.refetch)
  const cardsNow = () => kept(client, flameApi.board, asked)?.flames ?? []
  return { cards: board.data?.flames, cardsNow, error: board.error, refetch: board.refetch }
}

const longestTimeout = 2 ** 31 - 1
/** Where the clock here is ahead of the server's, or a move of one's own is on its way. */
const again = 10_000

/** Reads the board again when a card comes up that rested until its reminder: by the clock, which nobody tells. */
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
