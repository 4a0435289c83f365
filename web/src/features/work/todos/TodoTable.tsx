import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { askedTodos, nobody } from '#contract/asked/todos'
import type { ScreenParams } from '#contract/routes'
import { pathTo } from '#contract/routes'
import { type Todo, type TodoSearch, todoApi } from '#contract/work/todos'
import { allPages, useApiPages, useCount } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { useDaysText } from '../../../ui/dates/use-days-text.ts'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { pageLook, tableLook } from '../../../ui/layout/look.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { TypedSearchField } from '../../../ui/search/TypedSearchField.tsx'
import { choosable, useUsers } from '../../users/people/use-users.ts'
import { useTodoActions } from './use-todo-actions.ts'
import { useTodoDates } from './use-todo-dates.ts'
import { type When as Time, whenOf } from './when.ts'

export function OwnTodosPage() {
  return <TodoTable name="ownToDos" which={own} first={byDue} />
}

/** All open to-dos by assignee, or those selected by the URL. */
export function AllOpenTodosPage() {
  const { t } = useTranslation('todos')
  const go = useGo()
  const address = useScreenParams('allOpenTodos')
  const { assignee } = address
  const which = useMemo<Which>(() => askedTodos(address), [address])
  const show = (change: ScreenParams<'allOpenTodos'>) =>
    go('allOpenTodos', { ...address, ...change }, { replace: true })
  const narrowed = useStateWords(which)
  return (
    <TodoTable name="allOpenTodos" which={which} first={byPerson}>
      <PersonFilter value={assignee ?? ''} onChange={(value) => show({ assignee: value || undefined })} />
      <FormControlLabel
        label={t('onlyDue')}
        control={
          <Switch
            checked={which.dueOnly === true}
            onChange={({ target }) => show({ due: target.checked || undefined })}
          />
        }
      />
      {narrowed && (
        <Chip
          label={narrowed}
          onDelete={() => show({ state: undefined, since: undefined, until: undefined })}
          sx={{ maxWidth: '100%' }}
        />
      )}
    </TodoTable>
  )
}

/** Returns the filters for state and completion dates as text; empty for open to-dos. */
function useStateWords({ states, finishedFrom, finishedTo }: Which): string {
  const { t } = useTranslation('todos')
  const days = useDaysText()(finishedFrom, finishedTo)
  return [...(states ?? []).map((state) => t(`state.${state}`)), days].filter(Boolean).join(' ')
}

function PersonFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('todos')
  const users = useUsers()
  return (
    <TextField
      select
      size="small"
      label={t('field.assignee')}
      value={value === nobody || users.has(value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width: 180 }}
    >
      <MenuItem value="">{t('everybody')}</MenuItem>
      <MenuItem value={nobody}>{t('nobody')}</MenuItem>
      {choosable(users.values(), (id) => id === value).map(({ id, username }) => (
        <MenuItem key={id} value={id}>
          {username}
        </MenuItem>
      ))}
    </TextField>
  )
}

type Which = Partial<TodoSearch>
const own: Which = { own: true }
const isNarrowed = ({ own: _, ...more }: Which) => Object.values(more).some(Boolean)

interface Order {
  sort: TodoSearch['sort']
  descending: boolean
}
const byDue: Order = { sort: 'DUE', descending: false }
const byPerson: Order = { sort: 'ASSIGNEE', descending: false }

interface Props {
  name: 'ownToDos' | 'allOpenTodos'
  which: Which
  /** Initial sorting. */
  first: Order
  /** Additional filters. */
  children?: ReactNode
}

const sortOf: Record<string, TodoSearch['sort']> = {
  due: 'DUE',
  title: 'TITLE',
  updated: 'UPDATED',
  assignee: 'ASSIGNEE',
}
const nextPage = ({ more }: { more: boolean }, pages: unknown[]) => (more ? pages.length + 1 : undefined)

const screenOf = ({ type }: Todo) => (type === 'FLAME' ? 'flameTodos' : 'project')
const keysOf = ({ ref, blackBoardRef }: Todo) => ({ id: ref, taskboardId: blackBoardRef })

/** A table of to-dos of all flames and projects, searched and sorted by the server. */
function TodoTable({ name, which, first, children }: Props) {
  const { t } = useTranslation('todos')
  const { t: shell } = useTranslation('shell')
  const go = useGo()
  const may = useMay()
  const actions = useTodoActions()
  const columns = useTodoColumns(name, which.states?.includes('DONE') === true)
  const whose = useWhose()
  const datesOf = useTodoDates()
  const [order, setOrder] = useState(first)
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const inputOf = (page: number | undefined) => ({ body: { ...which, ...order, ...(text ? { text } : {}), page } })
  const found = useApiPages(todoApi.search, inputOf, nextPage)
  const total = useCount(todoApi.count, { body: which }, found.hasNextPage && text === '')
  const rows = useDeferredValue(useMemo(() => found.data?.pages.flatMap(({ todos }) => todos), [found.data]))
  const open = (todo: Todo) => go(screenOf(todo), keysOf(todo))

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
          cardLines={(row) => [
            [t(`when.${whenOf(row, new Date())}`), ...datesOf(row)].join(' · '),
            [row.refTitle, ...(name === 'ownToDos' ? [] : [whose(row)])].join(' · '),
          ]}
          onOpen={open}
          hrefOf={(row) => pathTo(screenOf(row), keysOf(row))}
          rowActions={(row) => [
            ...(may('TODO_MODIFY') && row.state !== 'DONE'
              ? [{ label: t('state.DONE'), onClick: () => actions.turn(row, 'DONE') }]
              : []),
            { label: t('open'), onClick: () => open(row) },
          ]}
          onQuery={({ sorting: [chosen] }) =>
            setOrder(chosen ? { sort: sortOf[chosen.id] ?? 'DUE', descending: chosen.desc } : first)
          }
          busy={found.isFetching}
          error={found.error ? { message: found.error.message, onRetry: () => void found.refetch() } : undefined}
          moreThan={found.hasNextPage ? rows?.length : undefined}
          allFound={total}
          onEndReached={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
          csvName={shell(`screen.${name}`)}
          allRows={async () => (await allPages(todoApi.search, inputOf, nextPage)).flatMap(({ todos }) => todos)}
          empty={{
            title: text || isNarrowed(which) ? t('nothing') : t(name === 'ownToDos' ? 'noneOwn' : 'noneOpen'),
          }}
        >
          <TypedSearchField
            label={t('search')}
            value={typed}
            onChange={setTyped}
            sx={{ width: 300, maxWidth: '100%' }}
          />
          {children}
        </DataTable>
      </Box>
    </Box>
  )
}

function useWhose() {
  const { t } = useTranslation('todos')
  const users = useUsers()
  return useCallback((row: Todo) => users.get(row.assigneeRef ?? '')?.username ?? t('nobody'), [t, users])
}

/** Returns the columns. Own lists show the assignee last, because it only differs for people the user stands in for. */
function useTodoColumns(name: Props['name'], areDone: boolean): Column<Todo>[] {
  const { t } = useTranslation('todos')
  const whose = useWhose()
  return useMemo(() => {
    const person: Column<Todo> = { id: 'assignee', label: t('field.assignee'), value: whose, width: 140 }
    const when = (row: Todo) => whenOf(row, new Date())
    const dated = (id: 'due' | 'start'): Column<Todo> => ({
      id,
      label: t(`field.${id}`),
      kind: 'datetime',
      value: (row) => row[id],
      render: (row) => row[id] && formatOptionalTime(row[id]),
      width: 145,
    })
    const finished: Column<Todo> = {
      id: 'finished',
      label: t('field.finished'),
      kind: 'datetime',
      value: (row) => row.finished,
      width: 145,
    }
    const columns: Column<Todo>[] = [
      ...(name === 'ownToDos' ? [] : [person]),
      {
        id: 'when',
        label: t('field.when'),
        value: (row) => t(`when.${when(row)}`),
        render: (row) => <When when={when(row)} />,
        width: 130,
      },
      { id: 'title', label: t('field.title'), value: (row) => row.title, width: 280 },
      { id: 'of', label: t('field.of'), value: (row) => row.refTitle, width: 200 },
      dated('due'),
      dated('start'),
      { id: 'state', label: t('field.state'), value: (row) => t(`state.${row.state}`), width: 100 },
      ...(name === 'ownToDos' ? [person] : []),
      ...(areDone ? [finished] : []),
      { id: 'activities', label: t('field.activities'), value: (row) => row.activities, width: 240, hidden: true },
      {
        id: 'updated',
        label: t('field.updated'),
        kind: 'datetime',
        value: (row) => row.updatedUtc,
        width: 145,
        hidden: true,
      },
    ]
    return columns.map((column) => ({ ...column, filterable: false, sortable: column.id in sortOf }))
  }, [t, whose, name, areDone])
}

function When({ when }: { when: Time }) {
  const { t } = useTranslation('todos')
  return (
    <Box component="span" sx={when === 'overdue' ? { color: 'error.main', fontWeight: 600 } : {}}>
      {t(`when.${when}`)}
    </Box>
  )
}
