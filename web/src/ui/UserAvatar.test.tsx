import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '../../test/render.tsx'
import { UserAvatar } from './UserAvatar.tsx'

const avatar = () => screen.getByRole('img', { name: 'ödön' })

it('an avatar shows two letters and is labelled with the name', () => {
  renderUi(<UserAvatar username="ödön" />)
  expect(avatar()).toHaveTextContent('ÖD')
})

it('an avatar shows its picture, and letters if the picture fails, until it gets another one', () => {
  const { rerender } = renderUi(<UserAvatar username="ödön" image="/one.png" />)
  const picture = () => avatar().querySelector('img')
  expect(avatar()).not.toHaveTextContent('ÖD')
  fireEvent.error(picture() as HTMLElement)
  expect(avatar()).toHaveTextContent('ÖD')
  rerender(<UserAvatar username="ödön" image="/other.png" />)
  expect(picture()).toHaveAttribute('src', '/other.png')
})
