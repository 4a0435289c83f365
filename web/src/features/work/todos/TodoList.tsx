import { useEffect, useMemo, useRef, useState } from 'react'
import { type TodoType, todoApi } from '#contract/work/todos'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useListed } from '../../../ui/conflicts/use-listed.ts'
import { useOrder } from '../../../ui/dragging/use-order.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { useUsers } from '../../users/people/use-users.ts'
import { MovedTodos } from './MovedTodos.tsx'
import { QuickTodo } from './QuickTodo.tsx'
import { TodoDialog } from './TodoDialog.tsx'
import { type RowActions, TodoRow } from './TodoRow.tsx'
import { useTodoActions } from './use-todo-actions.ts'
import { whenOf } from './when.ts'

interface Props {
  type: TodoType
  refId: string
  /** True for archived and deleted records. */
  readOnly: boolean
}

/** The to-dos of a flame or project, reordered by dragging or keyboard. */
export function TodoList({ type, refId, readOnly }: Props) {
  const { t } = useTranslation('todos')
  const may = useMay()
  const { data, error, refetch } = useApi(todoApi.ofRef, { params: { ref: refId } })
  const actions = useTodoActions()
  const users = useUsers()
  const [edited, setEdited] = useState<string>()
  const todos = data ?? []
  const mayModify = may('TODO_MODIFY') && !readOnly
  const { order } = useOrder(
    todos.map(({ id }) => id),
    move,
    undefined,
    mayModify,
  )
  const press = useShortcuts<number>(t('list'), [
    mayModify && {
      keys: ['Alt+↑', 'Alt+↓'],
      label: t('moveKeys'),
      run: (index, at) => move(index, index + (at === 0 ? -1 : 1)),
    },
    mayModify && { keys: ['Ctrl+Z'], label: t('undo'), run: actions.undo },
  ])
  const on = useSteady({
    move,
    turn: actions.turn,
    open: ({ id }) => setEdited(id),
    remove: actions.takeAway,
    count: () => todos.length,
    press,
  })
  const now = new Date()
  const opened = useListed(data, edited)

  function move(from: number, to: number) {
    actions.move(todos, from, to)
  }

  if (error) return <ErrorState title={t('list')} message={error.message} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} height={36} />
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {mayModify && <MovedTodos refId={refId} />}
      {may('TODO_CREATE') && !readOnly && <QuickTodo type={type} refId={refId} />}
      {todos.length === 0 ? (
        <EmptyState title={t(type === 'PROJECT' ? 'noneOfProject' : 'none')} />
      ) : (
        <Paper>
          <Box component="ul" aria-label={t('list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {todos.map((todo, index) => (
              <TodoRow
                key={todo.id}
                todo={todo}
                index={index}
                order={order}
                assignee={users.get(todo.assigneeRef ?? '')?.username}
                overdue={whenOf(todo, now) === 'overdue'}
                readOnly={!mayModify}
                mayRemove={may('TODO_DELETE') && !readOnly}
                on={on}
              />
            ))}
          </Box>
        </Paper>
      )}
      {opened && <TodoDialog todo={opened} readOnly={!mayModify} onClose={() => setEdited(undefined)} />}
    </Box>
  )
}

/** Returns functions with a stable identity that call the latest ones. */
function useSteady(actions: RowActions): RowActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  return useMemo(
    () => ({
      move: (from, to) => latest.current.move(from, to),
      turn: (todo, state) => latest.current.turn(todo, state),
      open: (todo) => latest.current.open(todo),
      remove: (todo) => latest.current.remove(todo),
      count: () => latest.current.count(),
      press: (event, index) => latest.current.press(event, index),
    }),
    [],
  )
}
