import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { IconButton } from './IconButton.tsx'

test('an icon button submits no form, cannot be focused while disabled, and may be a link', async () => {
  const onClick = vi.fn()
  const { rerender } = renderUi(
    <form>
      <IconButton aria-label="Löschen" onClick={onClick} />
    </form>,
  )
  const button = () => screen.getByRole('button', { name: 'Löschen' })
  expect(button()).toHaveAttribute('type', 'button')
  await userEvent.tab()
  expect(button()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledOnce()

  rerender(<IconButton aria-label="Löschen" disabled onClick={onClick} sx={{ m: 1 }} className="named" />)
  expect(button()).toHaveClass('icon-button', 'named')
  expect(button()).toHaveStyle({ margin: '4px' })
  await userEvent.tab()
  expect(button()).not.toHaveFocus()

  rerender(<IconButton component="a" href="/contacts" aria-label="Kontakte" />)
  expect(screen.getByRole('link', { name: 'Kontakte' })).not.toHaveAttribute('type')
})

test('an icon button has tabindex 0 so that Safari focuses it, unless another one is given', () => {
  const { rerender } = renderUi(<IconButton aria-label="Löschen" />)
  const button = () => screen.getByRole('button', { name: 'Löschen' })
  expect(button()).toHaveAttribute('tabindex', '0')
  rerender(<IconButton aria-label="Löschen" tabIndex={-1} />)
  expect(button()).toHaveAttribute('tabindex', '-1')
})
