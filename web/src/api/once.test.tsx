import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { flameApi } from '#contract/orders/flames'
import { useApiMutation } from './hooks.ts'

afterEach(() => vi.unstubAllGlobals())

const input = (id: string) => ({ params: { id }, body: { emailRef: null } })
const [one, other] = ['0192a000-0000-7000-8000-000000000001', '0192a000-0000-7000-8000-000000000002']

test('a change called twice before its answer is sent once; one with another input is sent beside it', async () => {
  const answers: (() => void)[] = []
  const ask = vi.fn(
    () =>
      new Promise((resolve) =>
        answers.push(() => resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }))),
      ),
  )
  vi.stubGlobal('fetch', ask)
  const client = new QueryClient()
  const { result } = renderHook(() => useApiMutation(flameApi.begin), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const begin = result.current
  begin.mutate(input(one))
  begin.mutate(input(one))
  const awaited = begin.mutateAsync(input(one))
  begin.mutate(input(other))
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  for (const answer of answers) answer()
  await awaited
  begin.mutate(input(one))
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(3))
})
