import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Shows } from '#contract/endpoint'
import { townApi } from '#contract/lists/towns'
import { readTold } from '#contract/live'
import { apiQuery, remember } from './hooks.ts'
import { changedAhead, knownAt, refreshOwn, refreshRefused, refreshTold } from './told.ts'

const client = () => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
const [one, other] = ['0192a000-0000-7000-8000-000000000001', '0192a000-0000-7000-8000-000000000002']
const called = (input: object, more = {}) => ({ input, ahead: false, ends: false, ...more })
/** Long timeout for a busy machine. */
const comesTrue = (expected: () => void) => vi.waitFor(expected, { timeout: 90_000 })
/** Returns a time after every earlier read. */
const now = () => Date.now() + 1

/** Adds a visible read; returns the mock that counts its requests. */
async function shown(on: QueryClient, name: string, shows: Shows, params = {}, answer: unknown = name) {
  const queryFn = vi.fn(async () => answer)
  const queryKey = [name, { params }]
  new QueryObserver(on, { queryKey, queryFn, meta: { shows } }).subscribe(() => {})
  await comesTrue(() => expect(on.getQueryData(queryKey)).toBeDefined())
  return queryFn
}
const timesOf = (...reads: { mock: { calls: unknown[] } }[]) => reads.map(({ mock }) => mock.calls.length)

/** Starts a change that the screen shows before its answer; returns a function that answers it. */
function changing(on: QueryClient) {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const options = { mutationFn: () => held, meta: { ahead: true } }
  const answered = on.getMutationCache().build(on, options).execute(undefined)
  return async () => {
    answer()
    await answered
  }
}

test('reads that show a told subject are requested again, and no others', async () => {
  const on = client()
  const own = await shown(on, 'GET /contact', ['contact contact=:id'], { id: 'c' })
  const another = await shown(on, 'GET /other', ['contact contact=:id'], { id: 'd' })
  const list = await shown(on, 'GET /list', ['contact'])
  const flames = await shown(on, 'GET /flames', ['flame'])
  await refreshTold(on, readTold('contact contact=c'))
  expect(timesOf(own, another, list, flames)).toEqual([2, 1, 2, 1])
})

test('changes during a slow read neither restart it nor delay others; once it is answered, it is requested again once', async () => {
  const on = client()
  const slow = await shown(on, 'GET /slow', ['contact'])
  const other = await shown(on, 'GET /other', ['contact contact=:id'], { id: 'd' })
  const cancelled = vi.fn()
  let come = () => {}
  slow.mockImplementation((({ signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', cancelled)
    return new Promise<string>((resolve) => {
      come = () => resolve('came')
    })
  }) as never)
  void refreshTold(on, readTold('contact contact=c'))
  await comesTrue(() => expect(timesOf(slow)).toEqual([2]))
  void refreshTold(on, readTold('contact contact=d'))
  void refreshTold(on, readTold('contact contact=e'))
  await comesTrue(() => expect(timesOf(slow, other)).toEqual([2, 2]))
  const first = come
  slow.mockImplementation(async () => 'newest')
  first()
  await comesTrue(() => expect(on.getQueryData(['GET /slow', { params: {} }])).toBe('newest'))
  expect(timesOf(slow, other)).toEqual([3, 2])
  expect(cancelled).not.toHaveBeenCalled()
})

test('a read that shows changes ahead of their answers is requested again once they are answered', async () => {
  const on = client()
  changedAhead.add('GET /board')
  const board = await shown(on, 'GET /board', ['flame'])
  const list = await shown(on, 'GET /list', ['flame'])
  const answer = changing(on)
  await refreshTold(on, readTold('flame flame=f board=b'))
  expect(timesOf(board, list)).toEqual([1, 2])
  await answer()
  await comesTrue(() => expect(timesOf(board, list)).toEqual([2, 2]))
})

test('an own change succeeds once stale reads are refreshed, except those that its answer has filled', async () => {
  const on = client()
  const list = await shown(on, 'GET /contacts', ['contact'])
  const saved = await shown(on, 'GET /contact', ['contact contact=:id'], { id: one })
  const since = now()
  const queryKey = ['GET /contact', { params: { id: one } }]
  on.setQueryData(queryKey, 'the answer')
  for (const query of on.getQueryCache().findAll({ queryKey, exact: true })) knownAt.set(query, since)
  await refreshOwn(on, readTold(`contact contact=${one}`), called({ params: { id: one } }), since)
  expect(timesOf(list, saved)).toEqual([2, 1])
  expect(on.getQueryData(queryKey)).toBe('the answer')
})

test('a read that was answered during a change is requested again, as it may show the state before', async () => {
  const on = client()
  const list = await shown(on, 'GET /contacts', ['contact'])
  const since = now()
  on.setQueryData(['GET /contacts', { params: {} }], 'before', { updatedAt: since })
  await refreshOwn(on, readTold('contact'), called({}), since)
  expect(timesOf(list)).toEqual([2])
})

test('a read in progress when an answer is put in its place is requested again, as it may bring the state before', async () => {
  const on = client()
  const input = { query: { zipCode: '8000' } }
  const answers = ['before', 'the answer']
  const held = Promise.withResolvers<void>()
  const queryFn = vi.fn(async () => {
    const answer = answers.shift()
    if (answer === 'before') await held.promise
    return answer
  })
  const { queryKey } = apiQuery(townApi.proposals, input)
  new QueryObserver(on, { queryKey, queryFn, meta: { shows: ['contact'] as Shows } }).subscribe(() => {})
  const since = Date.now()
  remember(on, townApi.proposals, input, 'the answer' as never)
  const refreshed = refreshOwn(on, readTold('contact'), called({}), since)
  held.resolve()
  await refreshed
  expect(timesOf(queryFn)).toEqual([2])
  expect(on.getQueryData(queryKey)).toBe('the answer')
})

test('a change shown ahead of its answer does not wait for the refreshed reads', async () => {
  const on = client()
  const list = await shown(on, 'GET /contacts', ['contact'])
  await refreshOwn(on, readTold('contact'), called({}, { ahead: true }), now())
  expect(timesOf(list)).toEqual([1])
  await comesTrue(() => expect(timesOf(list)).toEqual([2]))
})

test('the read of a deleted record is only marked as stale, and not requested again', async () => {
  const on = client()
  const list = await shown(on, 'GET /drafts', ['draft'])
  const gone = await shown(on, 'GET /draft', ['draft draft=:id'], { id: one })
  const input = { params: { id: one } }
  await refreshOwn(on, readTold(`draft draft=${one}`), called(input, { ends: true }), now())
  expect(timesOf(list, gone)).toEqual([2, 1])
  expect(on.getQueryState(['GET /draft', { params: { id: one } }])?.isInvalidated).toBe(true)
})

test('a refused change refreshes every read that contains the record, except the record itself once it is gone', async () => {
  const on = client()
  const list = await shown(on, 'GET /drafts', ['draft'], {}, [{ id: one }, { id: other }])
  const gone = await shown(on, 'GET /draft', ['draft draft=:id'], { id: one })
  const others = await shown(on, 'GET /others', ['draft'], {}, [{ id: other }])
  refreshRefused(on, 'VALIDATION', called({ params: { id: one } }))
  refreshRefused(on, 'NOT_FOUND', called({ params: { id: one } }))
  await comesTrue(() => expect(timesOf(list, gone, others)).toEqual([2, 1, 1]))
  refreshRefused(on, 'IN_BIN', called({ params: { id: one } }))
  await comesTrue(() => expect(timesOf(list, gone, others)).toEqual([3, 2, 1]))
})

test('a failed change that was shown ahead refreshes the reads that show it, whatever the reason', async () => {
  const on = client()
  const board = await shown(on, 'GET /board', ['flame'], {}, [{ id: one }])
  refreshRefused(on, undefined, called({ params: { id: one } }, { ahead: true }))
  await comesTrue(() => expect(timesOf(board)).toEqual([2]))
})
