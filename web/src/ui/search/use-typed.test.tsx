import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { useTyped } from './use-typed.ts'

let set: (value: string) => void = () => {}
const seen = vi.fn()

function Holder() {
  const [value, setValue] = useState('')
  set = setValue
  const field = useTyped(
    value,
    (text) => {
      seen(text)
      setValue(text)
    },
    150,
  )
  return <input value={field.typed} onChange={(event) => field.type(event.target.value)} />
}

const input = () => screen.getByRole('textbox')
const type = (text: string) => fireEvent.change(input(), { target: { value: text } })

beforeEach(() => {
  vi.useFakeTimers()
  seen.mockClear()
  renderUi(<Holder />)
})
afterEach(() => {
  vi.useRealTimers()
})

test('typed text is handed over after a pause', () => {
  type('a')
  act(() => void vi.advanceTimersByTime(100))
  type('ab')
  act(() => void vi.advanceTimersByTime(149))
  expect(seen).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(seen.mock.calls).toEqual([['ab']])
})

test('a trailing space stays in the field and is not handed over', () => {
  type('Muster ')
  act(() => void vi.advanceTimersByTime(150))
  expect(input()).toHaveValue('Muster ')
  expect(seen.mock.calls).toEqual([['Muster']])
  type('Muster A')
  act(() => void vi.advanceTimersByTime(150))
  expect(seen.mock.calls).toEqual([['Muster'], ['Muster A']])
})

test('a letter typed before the parent has set the former text stays', () => {
  type('a')
  act(() => {
    vi.advanceTimersByTime(150)
    type('ab')
  })
  expect(input()).toHaveValue('ab')
  act(() => void vi.advanceTimersByTime(150))
  expect(seen.mock.calls).toEqual([['a'], ['ab']])
})

test('typed text is replaced when the value changes from outside', () => {
  type('a')
  act(() => void vi.advanceTimersByTime(150))
  act(() => set(''))
  expect(input()).toHaveValue('')
  act(() => void vi.advanceTimersByTime(150))
  expect(seen.mock.calls).toEqual([['a']])
})
