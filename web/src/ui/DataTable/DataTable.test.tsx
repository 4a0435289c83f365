import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { active, bodyRows, filter, grid, header, names, type Row, rows, show } from '../../../test/table.tsx'

describe('sorting', () => {
  it('goes ascending, descending and back, in natural order, with empty cells last', async () => {
    show()
    await userEvent.click(header('Name'))
    expect(names()).toEqual(['Äpfel', 'Kiste 9', 'Kiste 10', 'Zug'])
    expect(header('Name')).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(header('Name'))
    expect(names()).toEqual(['Zug', 'Kiste 10', 'Kiste 9', 'Äpfel'])
    expect(header('Name')).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(header('Name'))
    expect(names()).toEqual(['Zug', 'Äpfel', 'Kiste 10', 'Kiste 9'])
    expect(header('Name')).not.toHaveAttribute('aria-sort')
    await userEvent.click(header('Ort'))
    expect(names().at(-1)).toBe('Äpfel')
    await userEvent.click(header('Ort'))
    expect(names().at(-1)).toBe('Äpfel')
  })

  it('adds further columns by Shift+click and shows their rank', async () => {
    const user = userEvent.setup()
    show()
    await user.click(header('Umsatz'))
    await user.keyboard('{Shift>}')
    await user.click(header('Name'))
    await user.click(header('Name'))
    await user.keyboard('{/Shift}')
    expect(names()).toEqual(['Kiste 9', 'Äpfel', 'Zug', 'Kiste 10'])
    expect(header('Umsatz')).toHaveTextContent('1')
    expect(header('Name')).toHaveTextContent('2')
  })

  it('works by keyboard alone', async () => {
    show()
    act(() => grid().focus())
    await userEvent.keyboard('{ArrowUp}{ArrowRight}{Enter}')
    expect(header('Name')).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{Enter}{/Shift}')
    expect(header('Umsatz')).toHaveAttribute('aria-sort', 'ascending')
    expect(header('Name')).toHaveAttribute('aria-sort', 'ascending')
  })
})

describe('filtering', () => {
  it('is offered where there is a column to filter by', () => {
    show({ columns: [{ id: 'name', label: 'Name', value: (row) => row.name, filterable: false }] })
    expect(screen.queryByRole('button', { name: 'Filter anzeigen' })).toBeNull()
  })

  it('compares one column by text, choice or yes and no, and can be reset', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Filter anzeigen' }))
    await userEvent.type(filter('Name'), 'apf')
    await waitFor(() => expect(names()).toEqual(['Äpfel']))
    expect(screen.getByText('1 von 4 Einträgen')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }))
    expect(names()).toHaveLength(4)
    expect(filter('Name')).toHaveValue('')
    await userEvent.selectOptions(filter('Art'), 'Privat')
    expect(names()).toEqual(['Zug', 'Kiste 10'])
    await userEvent.selectOptions(filter('Art'), 'Alle')
    await userEvent.selectOptions(filter('Aktiv'), 'Nein')
    expect(names()).toEqual(['Äpfel'])
  })

  it('distinguishes a filter without hits from an empty table', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Filter anzeigen' }))
    await userEvent.type(filter('Ort'), 'Paris')
    expect(await screen.findByText('Kein Eintrag entspricht den Filtern')).toBeInTheDocument()
    expect(screen.queryByText('Noch keine Einträge')).not.toBeInTheDocument()
  })
})

describe('selecting', () => {
  const box = (name: string) => screen.getByRole('checkbox', { name: `${name} auswählen` })

  it('takes one row, a range with Shift, or all', async () => {
    const user = userEvent.setup()
    const { onSelect } = show()
    await user.click(box('Zug'))
    expect(onSelect).toHaveBeenLastCalledWith(['1'])
    await user.keyboard('{Shift>}')
    await user.click(box('Kiste 10'))
    await user.keyboard('{/Shift}')
    expect(onSelect).toHaveBeenLastCalledWith(['1', '2', '3'])
    expect(bodyRows().map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'true', 'true', 'false'])
    expect(screen.getByText('3 ausgewählt')).toBeInTheDocument()
    await user.click(screen.getByRole('checkbox', { name: 'Alle auswählen' }))
    expect(onSelect).toHaveBeenLastCalledWith(['1', '2', '3', '4'])
    await user.click(screen.getByRole('checkbox', { name: 'Alle auswählen' }))
    expect(onSelect).toHaveBeenLastCalledWith([])
  })

  it('works by keyboard: Space, Shift+Space, Ctrl+A', async () => {
    const user = userEvent.setup()
    const { onSelect } = show()
    act(() => grid().focus())
    await user.keyboard(' ')
    expect(onSelect).toHaveBeenLastCalledWith(['1'])
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>} {/Shift}')
    expect(onSelect).toHaveBeenLastCalledWith(['1', '2', '3'])
    await user.keyboard('{Control>}a{/Control}')
    expect(onSelect).toHaveBeenLastCalledWith(['1', '2', '3', '4'])
  })

  it('is offered only with an onSelect', () => {
    show({ onSelect: undefined })
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    expect(bodyRows()[0]).not.toHaveAttribute('aria-selected')
  })
})

describe('the keyboard', () => {
  it('moves from cell to cell and stops at the edges', async () => {
    show()
    act(() => grid().focus())
    expect(active()).toHaveAttribute('aria-colindex', '1')
    await userEvent.keyboard('{ArrowRight}')
    expect(active()).toHaveTextContent('Zug')
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toHaveTextContent('Äpfel')
    await userEvent.keyboard('{End}')
    expect(active()).toHaveTextContent('Nein')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(active()).toHaveTextContent('Nein')
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(active()?.closest('[role=row]')).toHaveAttribute('aria-rowindex', '5')
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    expect(active()?.closest('[role=row]')).toHaveAttribute('aria-rowindex', '2')
    expect(active()).toHaveAttribute('aria-colindex', '1')
    await userEvent.keyboard('{PageDown}')
    expect(active()?.closest('[role=row]')).toHaveAttribute('aria-rowindex', '5')
    await userEvent.keyboard('{PageUp}{ArrowUp}')
    expect(active()).toHaveAttribute('role', 'columnheader')
    expect(grid()).toHaveFocus()
  })

  it('opens the row with Enter, and its menu with Shift+F10', async () => {
    const onOpen = vi.fn()
    const onClick = vi.fn()
    show({ onOpen, rowActions: (row) => [{ label: `${row.name} löschen`, onClick }] })
    act(() => grid().focus())
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onOpen).toHaveBeenCalledWith(rows[1])
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Äpfel löschen' }))
    expect(onClick).toHaveBeenCalled()
    await waitFor(() => expect(grid()).toHaveFocus())
  })

  it('does not act on keys typed into a filter', async () => {
    const onOpen = vi.fn()
    show({ onOpen })
    await userEvent.click(screen.getByRole('button', { name: 'Filter anzeigen' }))
    await userEvent.type(filter('Name'), 'k{Enter} ')
    expect(onOpen).not.toHaveBeenCalled()
  })
})

it('a click on a row opens it, a click on its checkbox does not', async () => {
  const onOpen = vi.fn()
  show({ onOpen })
  await userEvent.click(screen.getByText('Äpfel'))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Zug auswählen' }))
  expect(onOpen).toHaveBeenCalledOnce()
})

describe('on paper', () => {
  it('all rows are rendered, not only those in view', () => {
    show({ rows: Array.from({ length: 300 }, (_, at) => ({ ...rows[0], id: String(at), name: `Zeile ${at}` }) as Row) })
    const inSight = bodyRows().length
    expect(inSight).toBeLessThan(60)
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(bodyRows()).toHaveLength(300)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(bodyRows()).toHaveLength(inSight)
  })
})
