import Box from '@mui/material/Box'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Todo, type TodoSearch, todoApi } from '#contract/work/todos'
import { allPages, useApiPages } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { pageLook, tableLook } from '../../../ui/look.ts'
import { SearchField } from '../../../ui/SearchField.tsx'
import { useGo } from '../../../ui/screens.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { useTodoActions } from './use-todo-actions.ts'
import { whenOf } from './when.ts'

const all = {}
const own = { own: true }
export const OwnTodosPage = () => <TodoTable name="ownToDos" which={own} />
export const AllOpenTodosPage = () => <TodoTable name="allOpenTodos" which={all} />

interface Props {
  name: 'ownToDos' | 'allOpenTodos'
  which: Partial<Pick<TodoSearch, 'own'>>
}

const sortOf: Record<string, TodoSearch['sort']> = { due: 'DUE', title: 'TITLE', updated: 'UPDATED' }
const byDue = { sort: 'DUE' as TodoSearch['sort'], descending: false }
const nextPage = ({ more }: { more: boolean }, pages: unknown[]) => (more ? pages.length + 1 : undefined)

/** To-dos of all flames and projects, which the server finds and sorts. */
function TodoTable({ name, which }: Props) {
  const { t } = useTranslation('todos')
  const { t: shell } = useTranslation('shell')
  const go = useGo()
  const may = useMay()
  const actions = useTodoActions()
  const columns = useTodoColumns(name === 'allOpenTodos')
  const [order, setOrder] = useState(byDue)
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), 250)
  const inputOf = (page: number | undefined) => ({ body: { ...which, ...order, ...(text ? { text } : {}), page } })
  const found = useApiPages(todoApi.search, inputOf, nextPage)
  const rows = useDeferredValue(useMemo(() => found.data?.pages.flatMap(({ todos }) => todos), [found.data]))
  const open = (row: Todo) => go('flameTodos', { id: row.ref, taskboardId: row.blackBoardRef })

  return (
    <Box sx={pageLook}>
      <Box sx={tableLook}>
        <DataTable
          tableId={name}
          label={shell(`screen.${name}`)}
          columns={columns}
          rows={found.error ? undefined : rows}
          rowId={(row) => row.id}
          rowName={(row) => row.title}
          cardLines={(row) => [t(`when.${whenOf(row, new Date())}`), row.refTitle]}
          onOpen={open}
          rowActions={(row) => [
            ...(may('TODO_MODIFY') ? [{ label: t('state.DONE'), onClick: () => actions.turn(row, 'DONE') }] : []),
            { label: t('open'), onClick: () => open(row) },
          ]}
          onQuery={({ sorting: [first] }) =>
            setOrder(first ? { sort: sortOf[first.id] ?? 'DUE', descending: first.desc } : byDue)
          }
          busy={found.isFetching}
          error={found.error ? { message: found.error.message, onRetry: () => void found.refetch() } : undefined}
          moreThan={found.hasNextPage ? rows?.length : undefined}
          onEndReached={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
          csvName={shell(`screen.${name}`)}
          allRows={async () => (await allPages(todoApi.search, inputOf, nextPage)).flatMap(({ todos }) => todos)}
          empty={{ title: text ? t('nothing') : t(name === 'ownToDos' ? 'noneOwn' : 'noneOpen') }}
        >
          <SearchField label={t('search')} value={typed} onChange={setTyped} sx={{ width: 300, maxWidth: '100%' }} />
        </DataTable>
      </Box>
    </Box>
  )
}

function useTodoColumns(byPerson: boolean): Column<Todo>[] {
  const { t } = useTranslation('todos')
  const users = useUsers()
  return useMemo(() => {
    const person: Column<Todo> = {
      id: 'assignee',
      label: t('field.assignee'),
      value: (row) => users.get(row.assigneeRef ?? '')?.username ?? t('nobody'),
      width: 140,
    }
    const dated = (id: 'due' | 'start'): Column<Todo> => ({
      id,
      label: t(`field.${id}`),
      kind: 'datetime',
      value: (row) => row[id],
      render: (row) => row[id] && formatOptionalTime(row[id]),
      width: 145,
    })
    const columns: Column<Todo>[] = [
      ...(byPerson ? [person] : []),
      { id: 'when', label: t('field.when'), value: (row) => t(`when.${whenOf(row, new Date())}`), width: 130 },
      { id: 'title', label: t('field.title'), value: (row) => row.title, width: 280 },
      { id: 'of', label: t('field.of'), value: (row) => row.refTitle, width: 200 },
      dated('due'),
      dated('start'),
      { id: 'state', label: t('field.state'), value: (row) => t(`state.${row.state}`), width: 100 },
      { id: 'activities', label: t('field.activities'), value: (row) => row.activities, width: 240, hidden: true },
      { id: 'updated', label: t('field.updated'), kind: 'datetime', value: (row) => row.updatedUtc, width: 145 },
    ]
    return columns.map((column) => ({ ...column, filterable: false, sortable: column.id in sortOf }))
  }, [t, users, byPerson])
}
