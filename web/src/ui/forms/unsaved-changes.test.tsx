import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { renderUi } from '../../../test/render.tsx'
import { setLanguage } from '../../i18n/i18n.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Form } from './Form.tsx'
import { SaveAction } from './SaveAction.tsx'
import { GuardsWithin, mayLeave, useAskedClose, useUnsavedChanges } from './unsaved-changes.ts'

let settle = () => {}

function Typed() {
  settle = useUnsavedChanges(true).settle
  return null
}

it('nothing is asked once the changes are settled, even when the component renders again', async () => {
  renderUi(<Typed />)
  settle()
  // the texts of the question have changed
  await act(() => setLanguage('EN'))
  expect(await mayLeave()).toBe(true)
  await act(() => setLanguage('DE'))
})

function Two({ onLeft }: { onLeft: () => void }) {
  useUnsavedChanges(true, onLeft)
  useUnsavedChanges(true)
  return null
}

it('input is discarded only when the user confirms for all forms', async () => {
  const onLeft = vi.fn()
  renderUi(<Two onLeft={onLeft} />)
  const answer = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  }
  const stayed = mayLeave()
  await answer('Verlassen')
  await answer('Weiter bearbeiten')
  expect(await stayed).toBe(false)
  expect(onLeft).not.toHaveBeenCalled()
  const left = mayLeave()
  await answer('Verlassen')
  await answer('Verlassen')
  expect(await left).toBe(true)
  expect(onLeft).toHaveBeenCalledOnce()
})

function Adding({ onClose }: { onClose: () => void }) {
  const { guards, close } = useAskedClose(onClose)
  // belongs to the screen below, which closing the dialog does not leave
  useUnsavedChanges(true)
  return (
    <Dialog open persistent="form" title="Neue Nummer" onClose={close}>
      <GuardsWithin value={guards}>
        <Form schema={z.object({ number: z.string() })} defaultValues={{ number: '' }} onSubmit={onClose}>
          <TextField name="number" label="Nummer" />
        </Form>
      </GuardsWithin>
    </Dialog>
  )
}

it('a dialog asks before its own input is discarded, and only about that', async () => {
  const onClose = vi.fn()
  renderUi(<Adding onClose={onClose} />)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())

  await userEvent.type(screen.getByRole('textbox', { name: 'Nummer' }), '079')
  await userEvent.click(document.querySelector('.MuiDialog-container') as HTMLElement)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: 'Ungespeicherte Änderungen' })
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())

  await userEvent.click(screen.getByRole('button', { name: 'Schliessen' }))
  await screen.findByRole('alertdialog')
  await userEvent.click(screen.getByRole('button', { name: 'Verlassen' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
})

it('a form with a save button of the top bar can be saved before leaving, which fails if saving does', async () => {
  const onSubmit = vi.fn()
  renderUi(
    <Form schema={z.object({ name: z.string().min(1) })} defaultValues={{ name: 'Muster' }} onSubmit={onSubmit}>
      <SaveAction form="form" />
      <TextField name="name" label="Name" />
    </Form>,
  )
  const field = screen.getByRole('textbox', { name: 'Name' })
  const leaveBySaving = async () => {
    const leaves = mayLeave()
    await userEvent.click(await screen.findByRole('button', { name: 'Speichern und verlassen' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    return leaves
  }
  await userEvent.clear(field)
  expect(await leaveBySaving()).toBe(false)
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.type(field, 'Beispiel')
  expect(await leaveBySaving()).toBe(true)
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({ name: 'Beispiel' })
  expect(await mayLeave()).toBe(true)
})
