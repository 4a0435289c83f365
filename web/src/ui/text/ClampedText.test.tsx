import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { ClampedText } from './ClampedText.tsx'

it('folds what is longer than 100 characters and unfolds it', async () => {
  renderUi(<ClampedText text={'a'.repeat(101)} />)
  expect(screen.getByText(/^a+…/)).toHaveTextContent('a'.repeat(100))
  const toggle = screen.getByRole('button', { name: 'Mehr anzeigen' })
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(toggle)
  expect(screen.getByText(/^a+$/, { ignore: 'button' })).toHaveTextContent('a'.repeat(101))
  await userEvent.click(screen.getByRole('button', { name: 'Weniger anzeigen' }))
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
})

it('folds short lines where there are too many of them', () => {
  renderUi(<ClampedText text={'1 x\n'.repeat(12).trim()} lines={10} />)
  expect(screen.getByText(/^1 x/).textContent?.split('\n')).toHaveLength(10)
  expect(screen.getByRole('button', { name: 'Mehr anzeigen' })).toBeVisible()
})

it('leaves 100 characters alone and counts an emoji as one', () => {
  renderUi(<ClampedText text={'😀'.repeat(100)} />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
