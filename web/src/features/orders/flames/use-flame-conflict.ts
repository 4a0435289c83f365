import { flameApi } from '#contract/orders/flames'
import { call } from '../../../api/client.ts'
import { useConflictWords } from '../../boards/use-conflict-words.ts'
import { useFlameName } from './use-flame-kind.tsx'

/** Returns `tellConflict(card, error)`, which notifies the user who changed a flame meanwhile and how. */
export function useFlameConflict() {
  return useConflictWords({ nameOf: useFlameName(), lastActor, lastStep })
}

/** Returns the user who changed a flame last. */
export const lastActor = (id: string) =>
  call(flameApi.history, { params: { id }, query: {} }).then(
    ({ entries }) => entries[0]?.username,
    () => undefined,
  )

const lastStep = (id: string) =>
  call(flameApi.stepChanges, { params: { id } }).then(
    ([latest]) => latest,
    () => undefined,
  )
