import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '../../test/render.tsx'
import { UserAvatar } from './UserAvatar.tsx'

const avatar = () => screen.getByRole('img', { name: 'ödön' })

it('shows two letters and says the name', () => {
  renderUi(<UserAvatar username="ödön" />)
  expect(avatar()).toHaveTextContent('ÖD')
})

it('shows the picture, and letters where it cannot be shown, until there is another one', () => {
  const { rerender } = renderUi(<UserAvatar username="ödön" image="/one.png" />)
  const picture = () => avatar().querySelector('img')
  expect(avatar()).not.toHaveTextContent('ÖD')
  fireEvent.error(picture() as HTMLElement)
  expect(avatar()).toHaveTextContent('ÖD')
  rerender(<UserAvatar username="ödön" image="/other.png" />)
  expect(picture()).toHaveAttribute('src', '/other.png')
})
