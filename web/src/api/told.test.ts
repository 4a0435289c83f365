import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Shows } from '#contract/endpoint'
import { readTold } from '#contract/live'
import { changedAhead, refreshTold } from './told.ts'

const client = () => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })

/** A read on the screen, with how often it was asked. */
async function shown(on: QueryClient, name: string, shows: Shows, params = {}) {
  const queryFn = vi.fn(async () => name)
  new QueryObserver(on, { queryKey: [name, { params }], queryFn, meta: { shows } }).subscribe(() => {})
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1))
  return queryFn
}

test('what shows a told subject is asked again, and nothing else', async () => {
  const on = client()
  const own = await shown(on, 'GET /contact', ['contact contact=:id'], { id: 'c' })
  const other = await shown(on, 'GET /other', ['contact contact=:id'], { id: 'd' })
  const list = await shown(on, 'GET /list', ['contact'])
  const flames = await shown(on, 'GET /flames', ['flame'])
  await refreshTold(on, readTold('contact contact=c'))
  const asked = [own, other, list, flames].map((read) => read.mock.calls.length)
  expect(asked).toEqual([2, 1, 2, 1])
})

test('what shows changes that are on their way is asked once they are answered', async () => {
  const on = client()
  changedAhead.add('GET /board')
  const board = await shown(on, 'GET /board', ['flame'])
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const move = on
    .getMutationCache()
    .build(on, { mutationFn: () => held })
    .execute(undefined)
  await refreshTold(on, readTold('flame flame=f board=b'))
  expect(board).toHaveBeenCalledTimes(1)
  answer()
  await move
  await vi.waitFor(() => expect(board).toHaveBeenCalledTimes(2))
})
