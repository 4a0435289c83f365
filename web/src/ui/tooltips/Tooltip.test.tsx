import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from './Tooltip.tsx'
import { TooltipHost } from './TooltipHost.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function show() {
  render(
    <>
      <Tooltip title="Speichern">
        <button type="button" aria-label="Speichern">
          <span>Bild</span>
        </button>
      </Tooltip>
      <Tooltip title="Löschen">
        <button type="button">Weg</button>
      </Tooltip>
      <p>daneben</p>
      <TooltipHost />
    </>,
  )
}
const over = (target: Element, pointerType = 'mouse') =>
  fireEvent(target, Object.assign(new Event('pointerover', { bubbles: true }), { pointerType }))
const press = (target: Element, name: string, pointerType = 'mouse') =>
  fireEvent(target, Object.assign(new Event(name, { bubbles: true }), { pointerType }))
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const shown = () => {
  pass(700)
  // includes the time of the fade-out
  pass(700)
  return screen.queryByRole('tooltip')?.textContent
}

test('a tooltip shows where the pointer rests, not where it passes, and the next one at once', () => {
  show()
  over(screen.getByText('Bild'))
  pass(400)
  over(screen.getByText('daneben'))
  expect(shown()).toBeUndefined()

  over(screen.getByText('Bild'))
  pass(510)
  expect(screen.getByRole('tooltip').textContent).toBe('Speichern')
  over(screen.getByText('Weg'))
  pass(10)
  expect(screen.getByRole('tooltip').textContent).toBe('Löschen')
  // the pointer may move onto the tooltip
  over(screen.getByRole('tooltip'))
  expect(shown()).toBe('Löschen')
  over(screen.getByText('daneben'))
  expect(shown()).toBeUndefined()
})

test('a tooltip shows for a long touch, and disappears some time after', () => {
  show()
  press(screen.getByText('Weg'), 'pointerdown', 'touch')
  pass(300)
  press(screen.getByText('Weg'), 'pointerup', 'touch')
  expect(shown()).toBeUndefined()
  press(screen.getByText('Weg'), 'pointerdown', 'touch')
  pass(710)
  press(screen.getByText('Weg'), 'pointerup', 'touch')
  expect(shown()).toBe('Löschen')
  expect(shown()).toBeUndefined()
})

test.each([
  ['a key', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['the pointer', () => press(document.body, 'pointerdown')],
])('a tooltip shows where the focus came by a key, until %s is pressed', (_, leave) => {
  const { matches } = Element.prototype
  // jsdom keeps its last input modality (key or pointer) across tests
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible' || matches.call(this, selector)
  })
  show()
  act(() => screen.getByText('Weg').focus())
  expect(shown()).toBe('Löschen')
  act(() => void leave())
  expect(shown()).toBeUndefined()
})
