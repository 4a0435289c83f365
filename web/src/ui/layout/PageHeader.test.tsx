import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { PageHeader } from './PageHeader.tsx'

it('PageHeader contains the heading of the screen', () => {
  renderUi(<PageHeader title="Kontakte" subtitle="12 Treffer" />)
  expect(screen.getByRole('heading', { level: 1, name: 'Kontakte' })).toBeInTheDocument()
})
