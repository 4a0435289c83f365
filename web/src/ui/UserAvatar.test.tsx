import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '../../test/render.tsx'
import { UserAvatar } from './UserAvatar.tsx'

it('UserAvatar shows two letters and says the name', () => {
  renderUi(<UserAvatar username="ödön" />)
  expect(screen.getByRole('img', { name: 'ödön' })).toHaveTextContent('ÖD')
})
