import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { vi } from 'vitest'
import type { Column } from '../src/ui/DataTable/columns.ts'
import { DataTable, type DataTableProps } from '../src/ui/DataTable/DataTable.tsx'
import { renderUi } from './render.tsx'

export interface Row {
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

export const rows: Row[] = [
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

export function show(table: Partial<DataTableProps<Row>> = {}) {
  const onSelect = vi.fn()
  return { onSelect, ...renderUi(<Holder onSelect={onSelect} table={table} />) }
}

export const grid = () => screen.getByRole('grid', { name: 'Kontakte' })
export const bodyRows = () =>
  within(grid())
    .getAllByRole('row')
    .filter((row) => row.classList.contains('grid-line'))
export const names = () => bodyRows().map((row) => within(row).getAllByRole('gridcell')[1]?.textContent)
export const header = (name: string) => within(grid()).getByRole('columnheader', { name: new RegExp(`^${name}`) })
export const headers = () =>
  within(grid())
    .getAllByRole('columnheader')
    .slice(1)
    .map((cell) => cell.querySelector('.grid-label')?.textContent)
export const active = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')
export const filter = (name: string) =>
  screen.getByRole(/Art|Aktiv/.test(name) ? 'combobox' : 'textbox', { name: `Filter ${name}` })

export async function openMenu(column: string) {
  await userEvent.click(within(header(column)).getByRole('button', { name: `Spaltenmenü ${column}` }))
  await screen.findByRole('menu')
}
