import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CurrentUser } from '#contract/users/users'
import { type Todo, todoApi } from '#contract/work/todos'
import { renderUi } from '../../../../test/render.tsx'
import { apiQuery } from '../../../api/hooks.ts'
import { loadTexts } from '../../../i18n/i18n.ts'
import { setCurrentUser } from '../../../session/session.ts'
import { TodoList } from './TodoList.tsx'

const drawn = vi.hoisted(() => vi.fn<(title: string) => void>())
vi.mock(import('../../../ui/EditableTable/MoveHandle.tsx'), () => ({
  MoveHandle: ({ name }) => {
    drawn(name)
    return <span />
  },
}))
// removes the module mocks of this file for the next one
afterAll(() => void vi.resetModules())

const todo = (id: string): Todo => ({
  id,
  version: 1,
  type: 'FLAME',
  ref: 'flame',
  blackBoardRef: 'board',
  refTitle: '',
  title: `To-do ${id}`,
  activities: '',
  feedback: '',
  state: 'OPEN',
  assigneeRef: null,
  start: null,
  due: null,
  startFrom: null,
  startOperator: 'ADD_DAYS',
  startDays: 0,
  finished: null,
  orderKey: 1,
  createdBy: null,
  createdUtc: '2026-11-22T07:00:00Z',
  updatedUtc: '2026-11-22T07:00:00Z',
})

beforeAll(async () => {
  await loadTexts('todos')
  setCurrentUser({ id: 'me', permissions: ['TODO_READ', 'TODO_MODIFY', 'TODO_DELETE'] } as unknown as CurrentUser)
})

it('only rows that were changed or added are rendered again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  const known = (endpoint: typeof todoApi.ofRef | typeof todoApi.moved, rows: unknown) =>
    client.setQueryData(apiQuery(endpoint, { params: { ref: 'flame' } }).queryKey, rows)
  const rows = ['a', 'b', 'c'].map(todo)
  known(todoApi.moved, [])
  known(todoApi.ofRef, rows)
  renderUi(
    <QueryClientProvider client={client}>
      <TodoList type="FLAME" refId="flame" readOnly={false} />
    </QueryClientProvider>,
  )
  expect(await screen.findAllByRole('checkbox')).toHaveLength(3)
  drawn.mockClear()

  // outside act, which may end before the list is notified
  known(todoApi.ofRef, [rows[0], { ...rows[1], state: 'DONE', version: 2 }, rows[2], todo('d')])
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(4))
  expect(new Set(drawn.mock.calls.map(([title]) => title))).toEqual(new Set(['To-do b', 'To-do d']))
})
