import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDebounced } from './use-debounced.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const settles: object[] = []

function Settled({ value }: { value: object }) {
  const settled = useDebounced(value, 200)
  if (settles.at(-1) !== settled) settles.push(settled)
  return <p>{JSON.stringify(settled)}</p>
}

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('a value is debounced until it stays equal, even when it is created again', () => {
  const { rerender } = render(<Settled value={{ text: '' }} />)
  rerender(<Settled value={{ text: 'A' }} />)
  pass(150)
  rerender(<Settled value={{ text: 'An' }} />)
  pass(150)
  expect(screen.getByText('{"text":""}')).toBeVisible()
  rerender(<Settled value={{ text: 'An' }} />)
  pass(50)
  expect(screen.getByText('{"text":"An"}')).toBeVisible()
  rerender(<Settled value={{ text: 'An' }} />)
  pass(1000)
  expect(settles.map((value) => JSON.stringify(value))).toEqual(['{"text":""}', '{"text":"An"}'])
})
