import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { ToggleButtons } from './ToggleButtons.tsx'

test('one toggle button is pressed, the group is one tab stop, and arrow keys move within it', async () => {
  const [onChange, onAgain, onBlur] = [vi.fn(), vi.fn(), vi.fn()]
  const options = [
    { value: 'day', label: 'Tag' },
    { value: 'week', label: 'Woche' },
    { value: 'month', label: <svg />, name: 'Monat' },
  ]
  renderUi(<ToggleButtons aria-label="Ansicht" value="week" {...{ options, onChange, onAgain, onBlur }} />)
  const button = (name: string) => screen.getByRole('button', { name })
  expect(screen.getByRole('group', { name: 'Ansicht' })).toContainElement(button('Monat'))
  expect(screen.getByRole('button', { pressed: true })).toBe(button('Woche'))

  await userEvent.tab()
  expect(button('Woche')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(button('Tag')).toHaveFocus()
  await userEvent.keyboard('{End} ')
  expect(onChange.mock.calls).toEqual([['month']])
  await userEvent.click(button('Woche'))
  expect(onChange).toHaveBeenCalledOnce()
  expect(onAgain).toHaveBeenCalledOnce()
  await userEvent.tab()
  expect(document.body).toHaveFocus()
  expect(onBlur).toHaveBeenCalled()
})
