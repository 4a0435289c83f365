import { useTranslation } from 'react-i18next'
import { type Todo, type TodoState, todoApi } from '#contract/work/todos'
import { useApiMutation } from '../../../api/hooks.ts'
import { notify } from '../../../ui/snackbar.ts'

/** Finishing, opening again and removing a to-do, each with a way back. */
export function useTodoActions() {
  const { t } = useTranslation('todos')
  const update = useApiMutation(todoApi.update)
  const remove = useApiMutation(todoApi.remove)
  const restore = useApiMutation(todoApi.restore)

  async function turn(todo: Todo, state: TodoState) {
    const saved = await update.mutateAsync({ params: { id: todo.id }, body: { version: todo.version, state } })
    const said = state === 'DONE' ? 'finished' : 'reopened'
    const back = () => void turnBack(saved, todo.state)
    notify(t(said, { title: todo.title }), { topic: 'todo', action: { label: t('undo'), onClick: back } })
  }

  /** What was waiting goes there by way of being open. */
  async function turnBack(todo: Todo, state: TodoState) {
    const change = (version: number, to: TodoState) =>
      update.mutateAsync({ params: { id: todo.id }, body: { version, state: to } })
    const { version } = todo.state === 'DONE' && state === 'WAITING' ? await change(todo.version, 'OPEN') : todo
    await change(version, state)
  }

  async function takeAway({ id, title }: Todo) {
    await remove.mutateAsync({ params: { id } })
    const back = () => restore.mutate({ params: { id } })
    notify(t('removed', { title }), { topic: 'todo', action: { label: t('undo'), onClick: back } })
  }

  return {
    turn: (todo: Todo, state: TodoState) => void turn(todo, state).catch(() => undefined),
    takeAway: (todo: Todo) => void takeAway(todo).catch(() => undefined),
  }
}
