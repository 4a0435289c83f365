import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Todo, TodoState } from '#contract/work/todos'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { MoveHandle } from '../../../ui/EditableTable/MoveHandle.tsx'
import { type Move, type RowOrder, rowLook, useOrderedRow } from '../../../ui/EditableTable/use-row-order.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { whenOf } from './when.ts'

interface Props {
  todo: Todo
  index: number
  count: number
  order: RowOrder
  readOnly: boolean
  onMove: Move
  onTurn: (todo: Todo, state: TodoState) => void
  onOpen: () => void
  onRemove?: () => void
}

/** A line of the list: its box is ticked with the space bar, Alt with an arrow moves it. */
export function TodoRow({ todo, index, count, order, readOnly, onMove, onTurn, onOpen, onRemove }: Props) {
  const { t } = useTranslation('todos')
  const users = useUsers()
  const { row, handle, dragging, over } = useOrderedRow(order, todo.id)
  const { title, state, due, start } = todo
  const done = state === 'DONE'
  const overdue = !done && whenOf(todo, new Date()) === 'overdue'

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || by === undefined || readOnly) return
    event.preventDefault()
    if (index + by >= 0 && index + by < count) onMove(index, index + by)
  }

  return (
    <Box
      component="li"
      ref={row as Ref<HTMLLIElement>}
      onKeyDown={onKeyDown}
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
      {!readOnly && <MoveHandle name={title} index={index} count={count} onMove={onMove} handle={handle} />}
      <Checkbox
        checked={done}
        disabled={readOnly}
        onChange={() => onTurn(todo, done ? 'OPEN' : 'DONE')}
        slotProps={{ input: { 'aria-label': t('finish', { title }) } }}
      />
      <Box sx={{ flex: 1, minWidth: 180 }}>
        <Link
          component="button"
          type="button"
          disabled={readOnly}
          onClick={onOpen}
          sx={{ textAlign: 'left', textDecoration: done ? 'line-through' : 'none', color: 'text.primary' }}
        >
          {title}
        </Link>
        <Box sx={{ fontSize: 13, color: overdue ? 'error.main' : 'text.secondary' }}>
          {[
            start && t('starts', { at: formatOptionalTime(start) }),
            due && t('due', { at: formatOptionalTime(due) }),
            overdue && t('when.overdue'),
            users.get(todo.assigneeRef ?? '')?.username ?? t('nobody'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
      </Box>
      {state === 'WAITING' && <Chip size="small" label={t('state.WAITING')} />}
      {onRemove && (
        <IconButton aria-label={t('removeOne', { title })} onClick={onRemove}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}
