import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Todo, type TodoState, todoApi } from '#contract/work/todos'
import { amend, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { dismissTopic, notify } from '../../../ui/notices/snackbar.ts'
import { type Place, placed, placeOf } from './todo-order.ts'
import { useTodoChanges } from './use-todo-changes.ts'

/** Topic of notices about to-dos, so that only the last one offers an undo. */
export const todoTopic = 'todo'

/** Returns functions that complete, reopen, move and delete a to-do, each with an undo. */
export function useTodoActions() {
  const { t } = useTranslation('todos')
  const client = useQueryClient()
  const change = useTodoChanges()
  const remove = useApiMutation(todoApi.remove)
  const restore = useApiMutation(todoApi.restore)
  const undoLast = useRef<() => void>(undefined)

  /** Offers to undo the last change, which replaces earlier offers; returns the undo. */
  function offer(back: () => void, said?: string): () => void {
    const undo = () => {
      if (undoLast.current !== undo) return
      undoLast.current = undefined
      dismissTopic(todoTopic)
      back()
    }
    undoLast.current = undo
    dismissTopic(todoTopic)
    if (said) notify(said, { topic: todoTopic, action: { label: t('undo'), onClick: undo } })
    return undo
  }

  /** Offers the undo by key before the response, because the row may disappear before it. */
  async function offerAtOnce<Done>(doing: Promise<Done>, back: (done: Done) => void, said: string) {
    const undo = offer(() => void doing.then(back, () => undefined))
    const done = await doing.catch((error: unknown) => {
      if (undoLast.current === undo) undoLast.current = undefined
      throw error
    })
    if (undoLast.current === undo) offer(() => back(done), said)
  }

  async function turn(todo: Todo, state: TodoState) {
    const said = t(state === 'DONE' ? 'finished' : 'reopened', { title: todo.title })
    const back = (saved: Todo) => void turnBack(saved, todo.state).catch(() => undefined)
    await offerAtOnce(change(todo, { state }), back, said)
  }

  /** A waiting to-do can only be restored via the open state. */
  async function turnBack(todo: Todo, state: TodoState) {
    if (todo.state === 'DONE' && state === 'WAITING') await change(todo, { state: 'OPEN' })
    await change(todo, { state })
  }

  function move(todos: readonly Todo[], from: number, to: number) {
    const todo = todos[from]
    const [there, back] = [placeOf(todos, from, to), placeOf(todos, from)]
    if (!todo || !there || !back) return
    offer(() => put(todo, back))
    put(todo, there)
  }

  function put(todo: Todo, place: Place) {
    amend(client, todoApi.ofRef, (todos) => placed(todos, todo.id, place))
    void change(todo, place, { ahead: true }).catch(() => undefined)
  }

  async function takeAway({ id, title }: Todo) {
    const removing = remove.mutateAsync({ params: { id } })
    await offerAtOnce(removing, () => restore.mutate({ params: { id } }), t('removed', { title }))
  }

  return {
    turn: (todo: Todo, state: TodoState) => void turn(todo, state).catch(() => undefined),
    move,
    takeAway: (todo: Todo) => void takeAway(todo).catch(() => undefined),
    /** Undoes the last change; returns false if there is none. */
    undo() {
      const undo = undoLast.current
      undo?.()
      return undo !== undefined
    },
  }
}
