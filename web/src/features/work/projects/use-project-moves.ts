import { useQueryClient } from '@tanstack/react-query'
import { type ProjectCard, projectApi } from '#contract/work/projects'
import { amend, keptAnswers, useApiMutation } from '../../../api/hooks.ts'
import { conflictCodes } from '../../boards/use-conflict-words.ts'
import { useMoves } from '../../boards/use-moves.ts'
import { useProjectConflict } from './use-project-conflict.ts'
import { nameOf } from './use-project-kind.tsx'

/** Moves of projects on a board. */
export function useProjectMoves() {
  const client = useQueryClient()
  const moving = useApiMutation(projectApi.move, { quiet: conflictCodes, ahead: true })
  return useMoves<ProjectCard>({
    boards: 'PROJECT',
    nameOf,
    move: (card, body) => moving.mutateAsync({ params: { id: card.id }, body }),
    kept: () => keptAnswers(client, projectApi.board),
    show: (change) => amend(client, projectApi.board, change),
    // no step of a project board asks for anything
    onRefused: () => {},
    tellConflict: useProjectConflict(),
  })
}
