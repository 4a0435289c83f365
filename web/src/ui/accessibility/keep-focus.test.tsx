import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useKeptFocus } from './keep-focus.ts'

const user = userEvent.setup()
const focusedOn = (name: string) => waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus())

const focus = (field: HTMLInputElement | null) => field?.focus()

function List({ begin = ['A', 'B', 'C'] }: { begin?: string[] }) {
  useKeptFocus()
  const [rows, setRows] = useState(begin)
  const [open, setOpen] = useState('')
  const close = () => setOpen('')
  const editor = (done: () => void) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        done()
        close()
      }}
    >
      <input aria-label="Text" ref={focus} />
      <button type="button" onClick={close}>
        Cancel
      </button>
      <button type="submit">Save</button>
    </form>
  )
  return (
    <main tabIndex={-1}>
      <button type="button">Before</button>
      <section>
        <header>
          <button type="button" onClick={() => setOpen('new')}>
            Add
          </button>
        </header>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              {open === row ? (
                editor(() => setRows(rows.map((one) => (one === row ? `${row}2` : one))))
              ) : (
                <div>
                  <button type="button" onClick={() => setOpen(row)}>{`Edit ${row}`}</button>
                  <button type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
                    {`Delete ${row}`}
                  </button>
                </div>
              )}
            </li>
          ))}
          {open === 'new' && <li>{editor(() => setRows([...rows, 'New']))}</li>}
        </ul>
      </section>
    </main>
  )
}

const press = async (name: string) => {
  screen.getByRole('button', { name }).focus()
  await user.keyboard('{Enter}')
}

test('closing a form moves the focus to the button that opened it', async () => {
  render(<List />)
  await press('Add')
  await user.keyboard('x{Tab}{Tab}{Enter}')
  await focusedOn('Add')
  await press('Edit B')
  await user.keyboard('{Tab}{Enter}')
  await focusedOn('Edit B')
  await press('Edit B')
  await user.keyboard('x{Enter}')
  await focusedOn('Edit B2')
})

test('deleting a row moves the focus to the next row, the previous one, or the header of the list', async () => {
  render(<List />)
  await press('Delete B')
  await focusedOn('Delete C')
  await user.keyboard('{Enter}')
  await focusedOn('Delete A')
  await user.keyboard('{Enter}')
  await focusedOn('Add')
})

test('the focus is not brought back when the user has left the place before it changes', async () => {
  const { rerender } = render(<List />)
  await user.click(screen.getByRole('button', { name: 'Delete A' }))
  await focusedOn('Delete B')
  await user.click(document.body)
  rerender(<List begin={['D']} />)
  screen.getByRole('main').append('changed')
  await new Promise((later) => setTimeout(later, 100))
  expect(document.body).toHaveFocus()
})

test('a held key does not press the button that has the focus next', async () => {
  render(<List />)
  screen.getByRole('button', { name: 'Delete A' }).focus()
  await user.keyboard('{Enter>}')
  await focusedOn('Delete B')
  const next = screen.getByRole('button', { name: 'Delete B' })
  // false: the default action, which presses the button, is prevented
  expect(fireEvent.keyDown(next, { key: 'Enter', repeat: true })).toBe(false)
  await user.keyboard('{/Enter}{Enter}')
  await focusedOn('Delete C')
  expect(fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })).toBe(true)
  expect(fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown', repeat: true })).toBe(true)
})

test('a focused row that scrolls out of view does not move the focus elsewhere', async () => {
  render(<List />)
  screen.getByRole('button', { name: 'Edit A' }).focus()
  screen.getByRole('main').dispatchEvent(new Event('scroll'))
  screen.getAllByRole('listitem')[0]?.remove()
  await new Promise((later) => setTimeout(later, 100))
  expect(document.body).toHaveFocus()
})
