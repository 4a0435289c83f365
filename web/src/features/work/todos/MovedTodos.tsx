import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { type MovedTodo, todoApi } from '#contract/work/todos'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { todoTopic } from './use-todo-actions.ts'
import { useWhy } from './use-why.ts'

/** Tells that dates have changed that to-dos depend on, and offers to move them. */
export function MovedTodos({ refId }: { refId: string }) {
  const { t } = useTranslation('todos')
  const { data = [] } = useApi(todoApi.moved, { params: { ref: refId } }, { quiet: true })
  const [shown, setShown] = useState(false)
  if (data.length === 0) return null
  return (
    <>
      <Alert
        severity="info"
        variant="outlined"
        action={
          <Button color="inherit" onClick={() => setShown(true)}>
            {t('moved.show')}
          </Button>
        }
      >
        {t('moved.offer', { count: data.length })}
      </Alert>
      {shown && <MovedDialog refId={refId} todos={data} onClose={() => setShown(false)} />}
    </>
  )
}

function MovedDialog({ refId, todos, onClose }: { refId: string; todos: readonly MovedTodo[]; onClose: () => void }) {
  const { t } = useTranslation('todos')
  const why = useWhy()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const follow = useApiMutation(todoApi.follow)
  const takeBack = useApiMutation(todoApi.unfollow)
  const chosen = todos.filter(({ id }) => !left.has(id)).map(({ id, version }) => ({ id, version }))
  const at = (instant: string | null) => (instant ? formatOptionalTime(instant) : t('package.noStart'))

  const endOf = ({ dueBefore, due }: MovedTodo) =>
    dueBefore === due ? [] : [t('moved.end', { before: at(dueBefore), after: at(due) })]

  async function settle(move: boolean) {
    const params = { ref: refId }
    const saved = await follow.mutateAsync({ params, body: { todos: chosen, move } })
    const before = saved.flatMap(({ id, version }) =>
      todos.filter((todo) => todo.id === id).map((todo) => ({ id, version, start: todo.before, due: todo.dueBefore })),
    )
    const undo = () => takeBack.mutate({ params, body: { todos: before } })
    notify(t(move ? 'moved.followed' : 'moved.kept', { count: chosen.length }), {
      topic: todoTopic,
      action: { label: t('undo'), onClick: undo },
    })
    onClose()
  }

  function toggle(id: string) {
    const now = new Set(left)
    if (!now.delete(id)) now.add(id)
    setLeft(now)
  }

  const settling = (move: boolean) => void settle(move).catch(() => undefined)
  const disabled = chosen.length === 0 || follow.isPending
  return (
    <Dialog
      open
      title={t('moved.title')}
      onClose={onClose}
      actions={
        <>
          <Button disabled={disabled} onClick={() => settling(false)}>
            {t('moved.keep')}
          </Button>
          <Button variant="contained" color="secondary" disabled={disabled} onClick={() => settling(true)}>
            {t('moved.follow')}
          </Button>
        </>
      }
    >
      {todos.map((todo) => (
        <Box key={todo.id} sx={{ py: 1 }}>
          <FormControlLabel
            label={todo.title}
            control={<Checkbox checked={!left.has(todo.id)} onChange={() => toggle(todo.id)} />}
          />
          <Box sx={{ fontSize: 13, pl: 8 }}>
            {[t('moved.line', { before: at(todo.before), after: at(todo.start) }), ...endOf(todo), ...why(todo)].join(
              ' · ',
            )}
          </Box>
        </Box>
      ))}
    </Dialog>
  )
}
