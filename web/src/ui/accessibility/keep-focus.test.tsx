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

test('from a form that closes, the keys go on at what it was opened by', async () => {
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

test('from a row that is deleted, they go on at the row that moves up, the one before, the head of the list', async () => {
  render(<List />)
  await press('Delete B')
  await focusedOn('Delete C')
  await user.keyboard('{Enter}')
  await focusedOn('Delete A')
  await user.keyboard('{Enter}')
  await focusedOn('Add')
})

test('whoever left what had the focus is not brought back by what changes then', async () => {
  const { rerender } = render(<List />)
  await user.click(screen.getByRole('button', { name: 'Delete A' }))
  await focusedOn('Delete B')
  await user.click(document.body)
  rerender(<List begin={['D']} />)
  screen.getByRole('main').append('changed')
  await new Promise((later) => setTimeout(later, 100))
  expect(document.body).toHaveFocus()
})

test('a key that is held down does to what comes next nothing of what it did to what went', async () => {
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

test('what scrolls out of sight takes the focus along, to nothing else', async () => {
  render(<List />)
  screen.getByRole('button', { name: 'Edit A' }).focus()
  screen.getByRole('main').dispatchEvent(new Event('scroll'))
  screen.getAllByRole('listitem')[0]?.remove()
  await new Promise((later) => setTimeout(later, 100))
  expect(document.body).toHaveFocus()
})
