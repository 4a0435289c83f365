import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import type { Column } from './columns.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'

interface Row {
  id: string
  name: string
  city: string | null
  amount: number
  type: string
  active: boolean
}

const columns: Column<Row>[] = [
  { id: 'name', label: 'Name', value: (row) => row.name },
  { id: 'city', label: 'Ort', value: (row) => row.city },
  { id: 'amount', label: 'Umsatz', kind: 'number', decimals: 2, value: (row) => row.amount },
  {
    id: 'type',
    label: 'Art',
    kind: 'select',
    value: (row) => row.type,
    options: [
      { value: 'P', label: 'Privat' },
      { value: 'B', label: 'Geschäft' },
    ],
  },
  { id: 'active', label: 'Aktiv', kind: 'boolean', value: (row) => row.active },
]

const rows: Row[] = [
  { id: '1', name: 'Zug', city: 'Chur', amount: 10, type: 'P', active: true },
  { id: '2', name: 'Äpfel', city: null, amount: 9, type: 'B', active: false },
  { id: '3', name: 'Kiste 10', city: 'Basel', amount: 1200.5, type: 'P', active: true },
  { id: '4', name: 'Kiste 9', city: 'Chur', amount: 9, type: 'B', active: true },
]

interface HolderProps {
  onSelect: (ids: string[]) => void
  table: Partial<DataTableProps<Row>>
}

function Holder({ onSelect, table }: HolderProps) {
  const [selected, setSelected] = useState<string[]>([])
  const select = (ids: string[]) => {
    onSelect([...ids].sort())
    setSelected(ids)
  }
  return (
    <DataTable
      tableId="test"
      label="Kontakte"
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      selected={selected}
      onSelect={select}
      {...table}
    />
  )
}

function show(table: Partial<DataTableProps<Row>> = {}) {
  const onSelect = vi.fn()
  return { onSelect, ...renderUi(<Holder onSelect={onSelect} table={table} />) }
}

const grid = () => screen.getByRole('grid', { name: 'Kontakte' })
const bodyRows = () =>
  within(grid())
    .getAllByRole('row')
    .filter((row) => row.classList.contains('grid-line'))
const names = () => bodyRows().map((row) => within(row).getAllByRole('gridcell')[1]?.textContent)
const header = (name: string) => within(grid()).getByRole('columnheader', { name: new RegExp(`^${name}`) })
const headers = () =>
  within(grid())
    .getAllByRole('columnheader')
    .slice(1)
    .map((cell) => cell.querySelector('.grid-label')?.textContent)
const active = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')
const filter = (name: string) =>
  screen.getByRole(/Art|Aktiv/.test(name) ? 'combobox' : 'textbox', { name: `Filter ${name}` })

async function openMenu(column: string) {
  await userEvent.click(within(header(column)).getByRole('button', { name: `Spaltenmenü ${column}` }))
}

describe('sorting', () => {
  it('goes up, down and back, as people count, empty last', async () => {
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

  it('takes further columns by Shift+click and says their rank', async () => {
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
  it('looks in one column, by text, choice and yes or no, and can be reset', async () => {
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

  it('says so when nothing passes, which is not the same as having nothing', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Filter anzeigen' }))
    await userEvent.type(filter('Ort'), 'Paris')
    expect(await screen.findByText('Kein Eintrag entspricht den Filtern')).toBeInTheDocument()
    expect(screen.queryByText('Noch keine Einträge')).not.toBeInTheDocument()
  })
})

describe('selecting', () => {
  const box = (name: string) => screen.getByRole('checkbox', { name: `${name} auswählen` })

  it('takes one row, a range by Shift and all', async () => {
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

  it('is not offered unless somebody listens', () => {
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

  it('opens the row by Enter, its menu by Shift+F10', async () => {
    const onOpen = vi.fn()
    const onClick = vi.fn()
    show({ onOpen, rowActions: (row) => [{ label: `${row.name} löschen`, onClick }] })
    act(() => grid().focus())
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onOpen).toHaveBeenCalledWith(rows[1])
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Äpfel löschen' }))
    expect(onClick).toHaveBeenCalled()
    await waitFor(() => expect(grid()).toHaveFocus())
  })

  it('leaves the filters their keys', async () => {
    const onOpen = vi.fn()
    show({ onOpen })
    await userEvent.click(screen.getByRole('button', { name: 'Filter anzeigen' }))
    await userEvent.type(filter('Name'), 'k{Enter} ')
    expect(onOpen).not.toHaveBeenCalled()
  })
})

it('a click opens the row, a click on its checkbox does not', async () => {
  const onOpen = vi.fn()
  show({ onOpen })
  await userEvent.click(screen.getByText('Äpfel'))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Zug auswählen' }))
  expect(onOpen).toHaveBeenCalledOnce()
})

describe('the columns', () => {
  it('are moved, resized, hidden and sorted by their menu, and stay so', async () => {
    const { unmount } = show()
    await openMenu('Name')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Nach rechts verschieben' }))
    expect(headers()).toEqual(['Ort', 'Name', 'Umsatz', 'Art', 'Aktiv'])
    await openMenu('Umsatz')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Spalte ausblenden' }))
    await openMenu('Ort')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Absteigend sortieren' }))
    const before = grid().style.getPropertyValue('--columns')
    await openMenu('Art')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Breiter' }))
    const after = grid().style.getPropertyValue('--columns')
    expect(after).not.toBe(before)
    unmount()
    show()
    expect(headers()).toEqual(['Ort', 'Name', 'Art', 'Aktiv'])
    expect(header('Ort')).toHaveAttribute('aria-sort', 'descending')
    expect(grid().style.getPropertyValue('--columns')).toBe(after)
  })

  it('are chosen and ordered in a dialog, the last one cannot be hidden', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Spalten' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Spalten' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Ort nach vorne' }))
    for (const name of ['Name', 'Umsatz', 'Art', 'Aktiv']) await userEvent.click(dialog.getByRole('checkbox', { name }))
    expect(dialog.getByRole('checkbox', { name: 'Ort' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Name' }))
    await userEvent.click(dialog.getAllByRole('button', { name: 'Schliessen' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(headers()).toEqual(['Ort', 'Name'])
  })

  it('are moved by dragging their head', () => {
    show()
    const carried = new Map<string, string>()
    const dataTransfer = {
      setData: (type: string, value: string) => carried.set(type.toLowerCase(), value),
      getData: (type: string) => carried.get(type.toLowerCase()) ?? '',
      get types() {
        return [...carried.keys()]
      },
    }
    fireEvent.dragStart(header('Aktiv'), { dataTransfer })
    fireEvent.dragOver(header('Name'), { dataTransfer })
    fireEvent.drop(header('Name'), { dataTransfer })
    expect(headers()).toEqual(['Aktiv', 'Name', 'Ort', 'Umsatz', 'Art'])
  })

  it('ignore a kept choice that cannot be read, and show columns that are new', () => {
    localStorage.setItem('glut.table..test', '{"order": 7}')
    const { unmount } = show()
    expect(headers()).toEqual(['Name', 'Ort', 'Umsatz', 'Art', 'Aktiv'])
    unmount()
    const kept = {
      order: ['city', 'gone'],
      hidden: [],
      widths: {},
      sorting: [{ id: 'gone', desc: true }],
      filtersShown: false,
    }
    localStorage.setItem('glut.table..test', JSON.stringify(kept))
    show()
    expect(headers()).toEqual(['Ort', 'Name', 'Umsatz', 'Art', 'Aktiv'])
  })
})

describe('instead of rows', () => {
  it('stands a sentence and the next action', () => {
    show({ rows: [], empty: { title: 'Noch keine Kontakte', action: <button type="button">Anlegen</button> } })
    expect(screen.getByText('Noch keine Kontakte')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Anlegen' })).toBeInTheDocument()
  })

  it('stands the reason and a retry, never "nothing found"', async () => {
    const onRetry = vi.fn()
    show({ rows: [], error: { message: 'Der Server antwortet nicht.', onRetry } })
    expect(screen.getByRole('alert')).toHaveTextContent('Der Server antwortet nicht.')
    expect(screen.queryByText('Noch keine Einträge')).not.toBeInTheDocument()
    expect(screen.queryByText('0 Einträge')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
    expect(onRetry).toHaveBeenCalled()
  })

  it('stands a skeleton after 150 ms', async () => {
    show({ rows: undefined })
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    expect(await screen.findByRole('status', { name: 'Wird geladen…' })).toBeInTheDocument()
    expect(screen.queryByText('Noch keine Einträge')).not.toBeInTheDocument()
  })
})

describe('many rows', () => {
  const many = Array.from({ length: 100_000 }, (_, n) => ({
    ...(rows[n % 4] as Row),
    id: String(n),
    name: `Kiste ${n}`,
  }))

  it('are counted in full and drawn in part', async () => {
    show({ rows: many })
    expect(grid()).toHaveAttribute('aria-rowcount', '100001')
    expect(bodyRows().length).toBeLessThan(60)
    expect(screen.getByText("100'000 Einträge")).toBeInTheDocument()
  })

  it('that were cut off are called "mehr als 1000 Treffer"', () => {
    show({ rows: many.slice(0, 1000), moreThan: 1000 })
    expect(screen.getByText('mehr als 1000 Treffer')).toBeInTheDocument()
  })
})

it('exports what is shown, in its order', async () => {
  const blobs: Blob[] = []
  URL.createObjectURL = vi.fn((blob: Blob) => `blob:${blobs.push(blob)}`)
  URL.revokeObjectURL = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  show()
  await openMenu('Ort')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Spalte ausblenden' }))
  await userEvent.click(screen.getByRole('button', { name: 'Filter anzeigen' }))
  await userEvent.selectOptions(filter('Art'), 'Geschäft')
  await userEvent.click(header('Name'))
  await userEvent.click(screen.getByRole('button', { name: 'Als CSV exportieren' }))
  const bytes = new Uint8Array(await (blobs[0] as Blob).arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe(
    'Name;Umsatz;Art;Aktiv\r\nÄpfel;9;Geschäft;Nein\r\nKiste 9;9;Geschäft;Ja\r\n',
  )
})

describe('on a phone', () => {
  const narrow = () =>
    vi
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (query) =>
          Object.assign(new EventTarget(), { matches: query.includes('max-width'), media: query }) as MediaQueryList,
      )

  it('rows are cards that open, are selected and have their actions', async () => {
    narrow()
    const onOpen = vi.fn()
    const { onSelect } = show({ onOpen, rowActions: () => [{ label: 'Löschen', onClick: vi.fn() }] })
    expect(screen.queryByRole('grid')).not.toBeInTheDocument()
    const cards = within(screen.getByRole('list', { name: 'Kontakte' })).getAllByRole('listitem')
    expect(cards).toHaveLength(4)
    expect(cards[0]).toHaveTextContent('ZugOrt:ChurUmsatz:10.00Art:PrivatAktiv:Ja')
    await userEvent.click(within(cards[0] as HTMLElement).getByRole('button', { name: /^Zug/ }))
    expect(onOpen).toHaveBeenCalledWith(rows[0])
    await userEvent.click(within(cards[1] as HTMLElement).getByRole('checkbox'))
    expect(onSelect).toHaveBeenLastCalledWith(['2'])
  })

  it('they are sorted and filtered in a dialog', async () => {
    narrow()
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Filtern und sortieren' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sortieren nach' }), 'Name ↓')
    await userEvent.selectOptions(filter('Art'), 'Geschäft')
    await userEvent.click(screen.getAllByRole('button', { name: 'Schliessen' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getAllByRole('listitem').map((card) => card.textContent?.slice(0, 5))).toEqual(['Kiste', 'Äpfel'])
  })
})

it('asks the server when the server sorts and filters', async () => {
  const onQuery = vi.fn()
  show({ onQuery })
  await userEvent.click(header('Name'))
  expect(onQuery).toHaveBeenLastCalledWith({ sorting: [{ id: 'name', desc: false }], filters: {} })
  expect(names()).toEqual(['Zug', 'Äpfel', 'Kiste 10', 'Kiste 9'])
})

it('asks for more when the end comes near', () => {
  const onEndReached = vi.fn()
  show({ onEndReached })
  expect(onEndReached).toHaveBeenCalled()
})
