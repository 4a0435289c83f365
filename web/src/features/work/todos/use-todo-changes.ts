import { useRef } from 'react'
import type { BodyOf } from '#contract/endpoint'
import { type Todo, todoApi } from '#contract/work/todos'
import { useApiMutation } from '../../../api/hooks.ts'

type Change = Omit<BodyOf<typeof todoApi.update>, 'version'>

/** Returns a function that changes to-dos one by one, each on the last version: keys are faster than responses. */
export function useTodoChanges() {
  const update = useApiMutation(todoApi.update)
  const shown = useApiMutation(todoApi.update, { ahead: true })
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const answered = useRef(new Map<string, number>())

  /** With `ahead` the screen already shows the change. */
  return function change({ id, version }: Todo, values: Change, { ahead = false } = {}): Promise<Todo> {
    const sent = line.current.then(async () => {
      const latest = Math.max(version, answered.current.get(id) ?? 0)
      const request = { params: { id }, body: { version: latest, ...values } }
      const saved = await (ahead ? shown : update).mutateAsync(request)
      answered.current.set(id, saved.version)
      return saved
    })
    line.current = sent.catch(() => undefined)
    return sent
  }
}
