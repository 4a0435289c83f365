import Drawer from '@mui/material/Drawer'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { notify } from '../notices/snackbar.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { type Answer, useConfirm } from './confirm.tsx'
import { Dialog } from './Dialog.tsx'
import { followUp } from './follow-up.ts'

function Asker({ onAnswer, secondOk }: { onAnswer: (answer: Answer) => void; secondOk?: string }) {
  const confirm = useConfirm()
  const ask = async () => onAnswer(await confirm({ title: 'Löschen', message: 'Artikel «Luna» löschen?', secondOk }))
  return (
    <button type="button" onClick={ask}>
      Fragen
    </button>
  )
}

function Twice({ answers }: { answers: Answer[] }) {
  const confirm = useConfirm()
  const ask = () => {
    void confirm({ title: 'Eins', message: '1' }).then((answer) => answers.push(answer))
    void confirm({ title: 'Zwei', message: '2' }).then((answer) => answers.push(answer))
  }
  return (
    <button type="button" onClick={ask}>
      Fragen
    </button>
  )
}

describe('the confirmation', () => {
  const open = async (secondOk?: string) => {
    const onAnswer = vi.fn()
    renderUi(<Asker onAnswer={onAnswer} secondOk={secondOk} />)
    await userEvent.click(screen.getByRole('button', { name: 'Fragen' }))
    return onAnswer
  }

  it('shows its title and message, is 400 px wide and has the safe button focused', async () => {
    await open()
    const dialog = screen.getByRole('alertdialog', { name: 'Löschen' })
    expect(dialog).toHaveAccessibleDescription('Artikel «Luna» löschen?')
    expect(dialog).toHaveStyle({ width: '400px' })
    expect(dialog.closest('.MuiDialog-root')).toHaveStyle({ zIndex: 200 })
    expect(screen.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
  })

  it.each([
    ['OK', 'ok'],
    ['Mit Dossier', 'second'],
    ['Abbrechen', false],
  ] as const)('%s answers %s and returns the focus', async (name, answer) => {
    const onAnswer = await open('Mit Dossier')
    await userEvent.click(screen.getByRole('button', { name }))
    expect(onAnswer).toHaveBeenCalledWith(answer)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Fragen' })).toHaveFocus()
  })

  it('is cancelled by Escape', async () => {
    const onAnswer = await open()
    await userEvent.keyboard('{Escape}')
    expect(onAnswer).toHaveBeenCalledWith(false)
  })

  it('asks one question after the other', async () => {
    const answers: Answer[] = []
    renderUi(<Twice answers={answers} />)
    await userEvent.click(screen.getByRole('button', { name: 'Fragen' }))
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await screen.findByRole('alertdialog', { name: 'Zwei' })
    await userEvent.keyboard('{Escape}')
    expect(answers).toEqual(['ok', false])
  })

  it('waits half a second before the next question', () => {
    vi.useFakeTimers()
    renderUi(<Twice answers={[]} />)
    fireEvent.click(screen.getByRole('button', { name: 'Fragen' }))
    fireEvent.click(screen.getByRole('button', { name: 'OK' }))
    act(() => void vi.advanceTimersByTime(499))
    expect(screen.queryByRole('alertdialog', { name: 'Zwei' })).not.toBeInTheDocument()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.getByRole('alertdialog', { name: 'Zwei' })).toBeInTheDocument()
    vi.useRealTimers()
  })

  it('is 600 px wide when it lists points', () => {
    renderUi(
      <ConfirmDialog
        open
        title="Senden"
        message="Senden?"
        points={['Kein Betreff']}
        onOk={vi.fn()}
        onCancel={vi.fn()}
      />,
    )
    expect(screen.getByRole('alertdialog', { name: 'Senden' })).toHaveStyle({ width: '600px' })
  })
})

function Opener() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Öffnen
      </button>
      <Dialog open={open} title="Adresse" onClose={() => setOpen(false)}>
        Inhalt
      </Dialog>
    </>
  )
}

describe('Dialog', () => {
  it('closes with Escape and returns the focus', async () => {
    renderUi(<Opener />)
    await userEvent.click(screen.getByRole('button', { name: 'Öffnen' }))
    expect(screen.getByRole('dialog', { name: 'Adresse' })).toHaveTextContent('Inhalt')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Öffnen' })).toHaveFocus()
  })

  it.each([
    [false, 1, 1],
    ['form' as const, 0, 1],
    [true, 0, 0],
  ])(
    'with persistent %s closes %i times by a click beside it, and %i times by Escape',
    async (persistent, times, escapes) => {
      const onClose = vi.fn()
      renderUi(
        <Dialog open title="Adresse" persistent={persistent} onClose={onClose}>
          Inhalt
        </Dialog>,
      )
      await userEvent.click(document.querySelector('.MuiDialog-container') as HTMLElement)
      expect(onClose).toHaveBeenCalledTimes(times)
      await userEvent.keyboard('{Escape}')
      expect(onClose).toHaveBeenCalledTimes(times + escapes)
      await userEvent.click(screen.getByRole('button', { name: 'Schliessen' }))
      expect(onClose).toHaveBeenCalledTimes(times + escapes + 1)
    },
  )
})

function Covered({ onUnder }: { onUnder: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Öffnen
      </button>
      <button type="button" onClick={onUnder}>
        Darunter
      </button>
      <Dialog open={open} title="Adresse" onClose={() => setOpen(false)}>
        <button type="button" onClick={() => setOpen(false)}>
          Fertig
        </button>
      </Dialog>
    </>
  )
}

it('the second click of a double click does not reach what a dialog covers or uncovers in between', async () => {
  // a slow machine must not exceed the half second of a double click
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 0.001
    return now
  })
  const under = vi.fn()
  renderUi(<Covered onUnder={under} />)
  const [there, elsewhere] = [
    { clientX: 50, clientY: 60 },
    { clientX: 150, clientY: 60 },
  ]
  const opened = () => screen.queryByRole('dialog') !== null
  const beside = () => document.querySelector('.MuiDialog-container') as HTMLElement
  fireEvent.click(screen.getByRole('button', { name: 'Öffnen' }), there)
  fireEvent.mouseDown(beside(), there)
  fireEvent.click(beside(), there)
  expect(opened()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Fertig' }), elsewhere)
  await waitFor(() => expect(opened()).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: 'Darunter' }), elsewhere)
  expect(under).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Darunter' }), there)
  expect(under).toHaveBeenCalledTimes(1)
  // closing by a key between two clicks makes them no double click
  fireEvent.click(screen.getByRole('button', { name: 'Öffnen' }), there)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await waitFor(() => expect(opened()).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: 'Darunter' }), there)
  expect(under).toHaveBeenCalledTimes(2)
})

function OneAfterAnother() {
  const [open, setOpen] = useState<'first' | 'second'>()
  const choose = async () => {
    setOpen(undefined)
    await followUp()
    setOpen('second')
  }
  return (
    <>
      <button type="button" onClick={() => setOpen('first')}>
        Öffnen
      </button>
      <Dialog open={open === 'first'} title="Kontakt" onClose={() => setOpen(undefined)}>
        <button type="button" onClick={() => void choose()}>
          Wählen
        </button>
      </Dialog>
      <Dialog open={open === 'second'} title="Board" onClose={() => setOpen(undefined)}>
        Inhalt
      </Dialog>
    </>
  )
}

it('a dialog that follows another by itself opens half a second later', async () => {
  vi.useFakeTimers()
  try {
    renderUi(<OneAfterAnother />)
    fireEvent.click(screen.getByRole('button', { name: 'Öffnen' }))
    fireEvent.click(screen.getByRole('button', { name: 'Wählen' }))
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('dialog', { name: 'Board' })).toBeInTheDocument()
  } finally {
    vi.useRealTimers()
  }
})

it('a confirmation is above notices, drawers and dialogs', async () => {
  renderUi(
    <>
      <Dialog open title="Adresse" onClose={vi.fn()}>
        Inhalt
      </Dialog>
      <Drawer open>Menü</Drawer>
      <ConfirmDialog open title="Löschen" message="Löschen?" onOk={vi.fn()} onCancel={vi.fn()} />
    </>,
  )
  act(() => void notify('Gespeichert'))
  const heightOf = (look: string) => Number(getComputedStyle(document.querySelector(look) as Element).zIndex)
  const confirmation = heightOf('.MuiDialog-root:has([role=alertdialog])')
  expect(confirmation).toBe(200)
  for (const other of ['[data-notice]', '.MuiDrawer-root', '.MuiDialog-root:has([role=dialog])']) {
    expect(heightOf(other), other).toBeGreaterThan(0)
    expect(heightOf(other), other).toBeLessThan(confirmation)
  }
  act(() => document.querySelector<HTMLElement>('.MuiSnackbar-root button')?.click())
})
