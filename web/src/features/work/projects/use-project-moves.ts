import { useQueryClient } from '@tanstack/react-query'
import { type ProjectCard, projectApi } from '#contract/work/projects'
import { amend, keptAnswers, useApiMutation } from '../../../api/hooks.ts'
import { conflictCodes } from '../../boards/use-conflict-words.ts'
import { useMoves } from '../../boards/use-moves.ts'
import { useProjectConflict } from './use-project-conflict.ts'
import { nameOf } from './use-project-kind.tsx'

/** Returns the moves of projects. */
export function useProjectMoves() {
  const client = useQueryClient()
  const moving = useApiMutation(projectApi.move, { quiet: conflictCodes, ahead: true })
  return useMoves<ProjectCard>({
    boards: 'PROJECT',
    nameOf,
    move: (card, body) => moving.mutateAsync({ params: { id: card.id }, body }),
    kept: () => keptAnswers(client, projectApi.board),
    show: (change) => amend(client, projectApi.board, change),
    // steps of project boards have no requirements
    onRefused: () => {},
    tellConflict: useProjectConflict(),
  })
}
