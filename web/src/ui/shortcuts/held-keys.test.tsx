import { fireEvent } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { holdKeys, takeHeld } from './held-keys.ts'

it('text typed before its field exists is kept for the field, and triggers no shortcut of the screen', () => {
  const ofScreen = vi.fn()
  document.addEventListener('keydown', ({ key }) => ofScreen(key))
  const type = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(document.body, { key })
  }
  holdKeys()
  type('H', 'e', 'x', 'Backspace', 'y')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(ofScreen.mock.calls).toEqual([['k']])
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  expect(takeHeld()).toBe('Hey')
  expect(takeHeld()).toBe('')

  holdKeys()
  type('a', 'Escape', 'b')
  expect(ofScreen.mock.calls.slice(1)).toEqual([['Escape'], ['b']])
})
