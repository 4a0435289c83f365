import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { Dialog } from '../dialogs/Dialog.tsx'
import { dismissAll, notify } from './snackbar.ts'

const region = () => screen.getByRole('region', { name: 'Meldungen' })

it('each notice is shown for 8000 ms; the latest three are shown together, and earlier ones once there is space', () => {
  vi.useFakeTimers()
  renderUi(null)
  expect(region()).toHaveAttribute('aria-live', 'polite')
  act(() => {
    notify('Eins', { severity: 3 })
    notify('Zwei', { severity: 2 })
  })
  act(() => void vi.advanceTimersByTime(4000))
  act(() => {
    notify('Drei', { severity: 2 })
    notify('Vier', { severity: 2 })
  })
  expect(region()).toHaveTextContent('ZweiDreiVier')
  act(() => void vi.advanceTimersByTime(3999))
  expect(region()).toHaveTextContent('ZweiDreiVier')
  act(() => void vi.advanceTimersByTime(1))
  expect(region()).toHaveTextContent('EinsDreiVier')
  act(() => void vi.advanceTimersByTime(8000))
  expect(region()).toHaveTextContent('')
  vi.useRealTimers()
})

it('a notice is accessible beside an open dialog', async () => {
  renderUi(
    <Dialog open title="Ein Dialog" onClose={vi.fn()}>
      Inhalt
    </Dialog>,
  )
  act(() => void notify('Gespeichert'))
  expect(await screen.findByRole('region', { name: 'Meldungen' })).toHaveTextContent('Gespeichert')
  act(() => dismissAll())
})

it('a notice with an undo goes once one of its records is back, whatever else it is about', () => {
  renderUi(null)
  const action = { label: 'Rückgängig', onClick: vi.fn() }
  act(() => {
    notify('Zwei im Papierkorb', { moved: ['a', 'b'], action })
    notify('Drittes im Papierkorb', { moved: ['c'], action })
    notify('b ist zurück', { moved: ['b'] })
  })
  expect(region()).toHaveTextContent('Drittes im PapierkorbRückgängigb ist zurück')
  act(() => dismissAll())
})

it('a notice with the focus stays, whatever is announced meanwhile', () => {
  renderUi(null)
  act(() => void notify('Verschoben', { action: { label: 'Rückgängig', onClick: vi.fn() } }))
  const undo = screen.getByRole('button', { name: 'Rückgängig' })
  act(() => undo.focus())
  act(() => {
    for (const one of ['Eins', 'Zwei', 'Drei']) notify(one, { severity: 2 })
  })
  expect(region()).toHaveTextContent('VerschobenRückgängigZweiDrei')
  expect(undo).toHaveFocus()
  act(() => undo.blur())
  expect(region()).toHaveTextContent('EinsZweiDrei')
  act(() => dismissAll())
})

it('Escape closes notices one by one, the newest first; a second click meant for a closed one closes no other', async () => {
  renderUi(null)
  act(() => {
    notify('Eins', { severity: 2 })
    notify('Zwei', { severity: 2 })
  })
  await userEvent.keyboard('{Escape}')
  expect(region()).toHaveTextContent('Eins')
  expect(region()).not.toHaveTextContent('Zwei')
  act(() => void notify('Drei', { severity: 2 }))
  const [eins, drei] = screen.getAllByRole('button', { name: 'Schliessen' })
  fireEvent.click(drei as HTMLElement, { detail: 1 })
  fireEvent.click(eins as HTMLElement, { detail: 2 })
  expect(region()).toHaveTextContent('Eins')
  await userEvent.keyboard('{Escape}')
  expect(region()).toHaveTextContent('')
})

it('a confirmation does not delay other notices', async () => {
  renderUi(null)
  act(() => {
    notify('Gespeichert')
    notify('Gelöscht', { action: { label: 'Rückgängig', onClick: vi.fn() } })
    notify('Server-Fehler', { severity: 2 })
  })
  expect(region()).toHaveTextContent('GelöschtRückgängigServer-Fehler')
  for (const button of screen.getAllByRole('button', { name: 'Schliessen' })) await userEvent.click(button)
  expect(region()).toHaveTextContent('')
})

it.each([
  [0, '#3a3d42'],
  [1, '#b3261e'],
  [2, '#b3261e'],
  [3, '#f6c445'],
] as const)('severity %s is %s', async (severity, colour) => {
  renderUi(null)
  act(() => void notify('Meldung', { severity }))
  expect(document.querySelector('.MuiSnackbarContent-root')).toHaveStyle({ backgroundColor: colour })
  await userEvent.click(screen.getByRole('button', { name: 'Schliessen' }))
  expect(region()).toHaveTextContent('')
})

it('a notice offers an action and closes after it', async () => {
  const undo = vi.fn()
  renderUi(null)
  act(() => void notify('Flamme verschoben', { action: { label: 'Rückgängig', onClick: undo } }))
  await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(region()).toHaveTextContent('')
})

it('a repeated notice is shown for its whole time again', () => {
  vi.useFakeTimers()
  try {
    renderUi(null)
    act(() => void notify('Zu viele Anhänge', { severity: 1 }))
    act(() => void vi.advanceTimersByTime(7000))
    act(() => void notify('Zu viele Anhänge', { severity: 1 }))
    act(() => void vi.advanceTimersByTime(7000))
    expect(region()).toHaveTextContent('Zu viele Anhänge')
    act(() => void vi.advanceTimersByTime(2000))
    expect(region()).toHaveTextContent('')
  } finally {
    vi.useRealTimers()
  }
})

it('the same notice is not shown twice in a row', async () => {
  renderUi(null)
  act(() => {
    notify('Server-Fehler')
    notify('Server-Fehler')
  })
  await userEvent.click(screen.getByRole('button', { name: 'Schliessen' }))
  expect(region()).toHaveTextContent('')
})
