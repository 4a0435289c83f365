import { projectApi } from '#contract/work/projects'
import { call } from '../../../api/client.ts'
import { useConflictWords } from '../../boards/use-conflict-words.ts'
import { useProjectBoards } from './use-project-boards.ts'
import { nameOf } from './use-project-kind.tsx'

/** Returns `tellConflict(card, error)`, which notifies the user who changed a project meanwhile and how. */
export function useProjectConflict() {
  const { steps } = useProjectBoards()
  const lastStep = async (id: string) => {
    const { step } = await call(projectApi.get, { params: { id } })
    return { username: (await lastActor(id)) ?? null, toStep: steps.get(step)?.title ?? '' }
  }
  return useConflictWords({ nameOf, lastActor, lastStep: (id) => lastStep(id).catch(() => undefined) })
}

const lastActor = (id: string) =>
  call(projectApi.history, { params: { id }, query: {} }).then(
    ({ entries }) => entries[0]?.username,
    () => undefined,
  )
