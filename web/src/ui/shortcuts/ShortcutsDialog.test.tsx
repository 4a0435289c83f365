import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { ShortcutsDialog, showShortcuts } from './ShortcutsDialog.tsx'
import { useShortcuts } from './shortcuts.ts'

function Searching() {
  useShortcuts('Suche', [{ keys: ['/'], label: 'Suche öffnen', run: () => undefined }])
  return null
}

it('the dialog opens with ?, but not while the user types', async () => {
  renderUi(
    <>
      <input aria-label="Suche" />
      <Searching />
      <ShortcutsDialog />
    </>,
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Suche' }), 'wo?')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  act(() => screen.getByRole('textbox').blur())
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Tastenkürzel' })).toHaveTextContent('Suche öffnen')
})

it('the dialog opens from a menu entry', async () => {
  renderUi(<ShortcutsDialog />)
  act(() => void showShortcuts())
  expect(await screen.findByRole('dialog', { name: 'Tastenkürzel' })).toHaveTextContent('Dialog schliessen')
})
