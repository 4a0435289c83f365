import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { type KeyboardEvent, memo, type Ref } from 'react'
import type { Todo, TodoState } from '#contract/work/todos'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { type Move, type Order, rowLook, useOrdered } from '../../../ui/dragging/use-order.ts'
import { MoveHandle } from '../../../ui/EditableTable/MoveHandle.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useTodoDates } from './use-todo-dates.ts'

/** Row actions, with a stable identity shared by all rows. */
export interface RowActions {
  move: Move
  turn: (todo: Todo, state: TodoState) => void
  open: (todo: Todo) => void
  remove: (todo: Todo) => void
  count: () => number
  press: (event: KeyboardEvent, index: number) => unknown
}

interface Props {
  todo: Todo
  index: number
  order: Order
  assignee: string | undefined
  overdue: boolean
  readOnly: boolean
  mayRemove: boolean
  on: RowActions
}

/** A row of the list: Space toggles the check box, Alt+arrow moves the row. Memoised. */
export const TodoRow = memo(function TodoRow(props: Props) {
  const { todo, index, order, assignee, overdue, readOnly, mayRemove, on } = props
  const { t } = useTranslation('todos')
  const { element: row, handle, dragging, over } = useOrdered(order, todo.id)
  const datesOf = useTodoDates()
  const { title, state } = todo
  const done = state === 'DONE'

  return (
    <Box
      component="li"
      ref={row as Ref<HTMLLIElement>}
      onKeyDown={(event) => on.press(event, index)}
      sx={{
        ...rowLook({ dragging, over }),
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1,
        borderBottom: '1px solid var(--line)',
        '&:last-child': { borderBottom: 0 },
      }}
    >
      {!readOnly && <MoveHandle name={title} index={index} count={on.count} onMove={on.move} handle={handle} />}
      <Checkbox
        checked={done}
        disabled={readOnly}
        onChange={() => on.turn(todo, done ? 'OPEN' : 'DONE')}
        aria-label={t('finish', { title })}
      />
      <Box sx={{ flex: 1, minWidth: 180 }}>
        <Link
          component="button"
          type="button"
          onClick={() => on.open(todo)}
          sx={{ textAlign: 'left', textDecoration: done ? 'line-through' : 'none', color: 'text.primary' }}
        >
          {title}
        </Link>
        <Box sx={{ fontSize: 13, color: overdue ? 'error.main' : 'text.secondary' }}>
          {[...datesOf(todo), ...(overdue ? [t('when.overdue')] : []), assignee ?? t('nobody')].join(' · ')}
        </Box>
      </Box>
      {state === 'WAITING' && <Chip size="small" label={t('state.WAITING')} />}
      {mayRemove && (
        <IconButton
          aria-label={t('removeOne', { title })}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget)
            on.remove(todo)
          }}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
})

/** Moves the focus to the next row, which takes the place of this one, else to the previous one. */
function focusBeside(button: HTMLElement) {
  const row = button.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  beside?.querySelector('button')?.focus()
}
