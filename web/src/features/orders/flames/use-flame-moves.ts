import { useQueryClient } from '@tanstack/react-query'
import { type FlameCard, flameApi } from '#contract/orders/flames'
import { amend, keptAnswers, useApiMutation } from '../../../api/hooks.ts'
import { conflictCodes } from '../../boards/use-conflict-words.ts'
import { type Refused, useMoves } from '../../boards/use-moves.ts'
import { useFlameConflict } from './use-flame-conflict.ts'
import { useFlameName } from './use-flame-kind.tsx'

const quiet = [...conflictCodes, 'STEP_REQUIRES'] as const

/** Returns the moves of flames, including the one to the top of a step. */
export function useFlameMoves(onRefused: (refused: Refused<FlameCard>) => void) {
  const client = useQueryClient()
  const moving = useApiMutation(flameApi.move, { quiet, ahead: true })
  const prioritizing = useApiMutation(flameApi.prioritize, { quiet, ahead: true })
  const { prioritize, ...moves } = useMoves<FlameCard>({
    boards: 'FLAME',
    nameOf: useFlameName(),
    move: (card, body) => moving.mutateAsync({ params: { id: card.id }, body }),
    kept: () => keptAnswers(client, flameApi.board).map(({ flames }) => flames),
    show: (change) => amend(client, flameApi.board, (board) => ({ ...board, flames: change(board.flames) })),
    onRefused,
    tellConflict: useFlameConflict(),
  })
  return {
    ...moves,
    prioritize: (card: FlameCard) => prioritize(card, () => prioritizing.mutateAsync({ params: { id: card.id } })),
  }
}
