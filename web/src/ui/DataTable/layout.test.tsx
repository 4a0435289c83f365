import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { bodyRows, filter, grid, header, headers, names, openMenu, type Row, rows, show } from '../../../test/table.tsx'

describe('the columns', () => {
  it('are moved, resized, hidden and sorted by their menu, and keep that', async () => {
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

  it('are chosen and ordered in a dialog, and the last one cannot be hidden', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Spalten' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Spalten' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Ort nach vorne' }))
    for (const name of ['Name', 'Umsatz', 'Art', 'Aktiv']) await userEvent.click(dialog.getByRole('checkbox', { name }))
    expect(dialog.getByRole('checkbox', { name: 'Ort' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Name' }))
    await userEvent.click(dialog.getAllByRole('button', { name: 'Schliessen' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(headers()).toEqual(['Ort', 'Name'])
  })

  it('are moved by dragging their heading', async () => {
    show()
    await waitFor(() => expect(header('Aktiv')).toHaveAttribute('draggable', 'true'))
    const dataTransfer = { setData: () => {}, setDragImage: () => {}, getData: () => '', types: [], items: [] }
    fireEvent.dragStart(header('Aktiv'), { dataTransfer })
    await new Promise(requestAnimationFrame)
    fireEvent.dragEnter(header('Name'), { dataTransfer })
    fireEvent.drop(header('Name'), { dataTransfer })
    expect(headers()).toEqual(['Aktiv', 'Name', 'Ort', 'Umsatz', 'Art'])
  })

  it('ignore a stored layout that is invalid, and show new columns', () => {
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
  it('an empty table shows a sentence and the next action', () => {
    show({ rows: [], empty: { title: 'Noch keine Kontakte', action: <button type="button">Anlegen</button> } })
    expect(screen.getByText('Noch keine Kontakte')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Anlegen' })).toBeInTheDocument()
  })

  it('a failed read shows the reason and a retry, never "nothing found"', async () => {
    const onRetry = vi.fn()
    show({ error: { message: 'Der Server antwortet nicht.', onRetry } })
    expect(screen.queryByText('Zug')).not.toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('Der Server antwortet nicht.')
    expect(screen.queryByText('Noch keine Einträge')).not.toBeInTheDocument()
    expect(screen.queryByText('0 Einträge')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
    expect(onRetry).toHaveBeenCalled()
  })

  it('a table that loads shows a skeleton after a moment', async () => {
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

  it('are counted in full, but only those in view are rendered', async () => {
    show({ rows: many })
    expect(grid()).toHaveAttribute('aria-rowcount', '100001')
    expect(bodyRows().length).toBeLessThan(60)
    expect(screen.getByText("100'000 Einträge")).toBeInTheDocument()
  })

  it('that were cut off show the full count once it is known', () => {
    show({ rows: many.slice(0, 1000), moreThan: 1000, allFound: 2006 })
    expect(screen.getByText("2'006 Einträge")).toBeInTheDocument()
  })

  it('that were cut off show "mehr als 1000 Treffer" until they are counted', () => {
    show({ rows: many.slice(0, 1000), moreThan: 1000 })
    expect(screen.getByText('mehr als 1000 Treffer')).toBeInTheDocument()
  })
})

it('the export contains the shown columns and rows, in their order', async () => {
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
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  const bytes = new Uint8Array(await (blobs[0] as Blob).arrayBuffer())
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
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

  it('rows are cards that can be opened and selected and have their actions', async () => {
    narrow()
    const [onOpen, onRemove] = [vi.fn(), vi.fn()]
    const { onSelect } = show({ onOpen, rowActions: ({ id }) => [{ label: 'Löschen', onClick: () => onRemove(id) }] })
    expect(screen.queryByRole('grid')).not.toBeInTheDocument()
    const cards = within(screen.getByRole('list', { name: 'Kontakte' })).getAllByRole('listitem')
    expect(cards).toHaveLength(4)
    expect(cards[0]).toHaveTextContent('ZugOrt:ChurUmsatz:10.00Art:PrivatAktiv:Ja')
    await userEvent.click(within(cards[0] as HTMLElement).getByRole('button', { name: /^Zug/ }))
    expect(onOpen).toHaveBeenCalledWith(rows[0])
    await userEvent.click(within(cards[1] as HTMLElement).getByRole('checkbox'))
    expect(onSelect).toHaveBeenLastCalledWith(['2'])
    await userEvent.click(within(cards[2] as HTMLElement).getByRole('button', { name: /^Aktionen/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Löschen' }))
    expect(onRemove).toHaveBeenCalledExactlyOnceWith('3')
  })

  it('cards are sorted and filtered in a dialog', async () => {
    narrow()
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Filtern und sortieren' }))
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sortieren nach' }), 'Name ↓')
    await userEvent.selectOptions(filter('Art'), 'Geschäft')
    await userEvent.click(screen.getAllByRole('button', { name: 'Schliessen' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getAllByRole('listitem').map((card) => card.textContent?.slice(0, 5))).toEqual(['Kiste', 'Äpfel'])
  })
})

it('sorting and filtering on the server calls onQuery and leaves the rows as they are', async () => {
  const onQuery = vi.fn()
  show({ onQuery })
  await userEvent.click(header('Name'))
  expect(onQuery).toHaveBeenLastCalledWith({ sorting: [{ id: 'name', desc: false }], filters: {} })
  expect(names()).toEqual(['Zug', 'Äpfel', 'Kiste 10', 'Kiste 9'])
})

it('the stored sorting is requested from the server at once; without one nothing is requested', async () => {
  const onQuery = vi.fn()
  const { unmount } = show({ onQuery })
  expect(onQuery).not.toHaveBeenCalled()
  await userEvent.click(header('Ort'))
  unmount()
  onQuery.mockClear()
  show({ onQuery })
  expect(onQuery).toHaveBeenCalledExactlyOnceWith({ sorting: [{ id: 'city', desc: false }], filters: {} })
})

it('the export contains every row, not only the loaded ones', async () => {
  const contents: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    contents.push(blob as Blob)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const allRows = vi.fn(async () => [...rows, { ...(rows[0] as Row), id: '9', name: 'Weit hinten' }])
  show({ allRows })
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(contents).toHaveLength(1))
  expect(await contents[0]?.text()).toContain('Weit hinten')
  vi.restoreAllMocks()
})

it('onEndReached is called when the end of the rows is near, and not far from it', () => {
  const onEndReached = vi.fn()
  const many = Array.from({ length: 1000 }, (_, n) => ({ ...(rows[0] as Row), id: String(n) }))
  show({ onEndReached, rows: many }).unmount()
  expect(onEndReached).not.toHaveBeenCalled()
  show({ onEndReached })
  expect(onEndReached).toHaveBeenCalledOnce()
})
