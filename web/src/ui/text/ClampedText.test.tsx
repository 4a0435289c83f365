import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { ClampedText } from './ClampedText.tsx'

it('a text of more than 100 characters is folded and can be unfolded', async () => {
  renderUi(<ClampedText text={'a'.repeat(101)} />)
  expect(screen.getByText(/^a+…/)).toHaveTextContent('a'.repeat(100))
  const toggle = screen.getByRole('button', { name: 'Mehr anzeigen' })
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(toggle)
  expect(screen.getByText(/^a+$/, { ignore: 'button' })).toHaveTextContent('a'.repeat(101))
  await userEvent.click(screen.getByRole('button', { name: 'Weniger anzeigen' }))
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
})

it('a text of too many short lines is folded', () => {
  renderUi(<ClampedText text={'1 x\n'.repeat(12).trim()} lines={10} />)
  expect(screen.getByText(/^1 x/).textContent?.split('\n')).toHaveLength(10)
  expect(screen.getByRole('button', { name: 'Mehr anzeigen' })).toBeVisible()
})

it('a text of 100 characters is not folded, and an emoji counts as one', () => {
  renderUi(<ClampedText text={'😀'.repeat(100)} />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
