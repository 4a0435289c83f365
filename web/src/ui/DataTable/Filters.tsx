import InputBase from '@mui/material/InputBase'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useTyped } from '../search/use-typed.ts'
import { type Column, optionsOf } from './columns.ts'
import type { Grid } from './grid.ts'
import { columnCount } from './grid.ts'
import { Part } from './Part.tsx'
import { headerHeight } from './use-grid-keys.ts'

/** Draws the second row of the grid, with a filter for each column. */
export function FilterRow<Row extends object>({ grid }: { grid: Grid<Row> }) {
  const first = grid.selectable ? 1 : 0
  return (
    <Part role="row" aria-rowindex={2} className="grid-row" style={{ height: headerHeight }}>
      {grid.selectable && <Part role="gridcell" aria-colindex={1} className="grid-cell" />}
      {grid.columns.map((column, index) => (
        <Part key={column.id} role="gridcell" aria-colindex={index + first + 1} className="grid-cell">
          {column.filterable !== false && (
            <ColumnFilter
              column={column}
              value={grid.filters[column.id] ?? ''}
              onChange={(value) => grid.setFilter(column.id, value)}
            />
          )}
        </Part>
      ))}
      {grid.rowActions && <Part role="gridcell" aria-colindex={columnCount(grid)} className="grid-cell" />}
    </Part>
  )
}

interface Props<Row> {
  column: Column<Row>
  value: string
  onChange: (value: string) => void
}

export function ColumnFilter<Row>({ column, value, onChange }: Props<Row>) {
  const { t } = useTranslation('ui')
  const label = t('table.filter', { label: column.label })
  const choices =
    column.kind === 'boolean'
      ? [
          { value: 'true', label: t('value.yes') },
          { value: 'false', label: t('value.no') },
        ]
      : column.kind === 'select'
        ? optionsOf(column)
        : undefined
  if (!choices) return <TextFilter label={label} value={value} onChange={onChange} />
  return (
    <select className="grid-filter" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t('value.all')}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

/** A text filter, debounced because a table may hold a hundred thousand rows. */
function TextFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const { typed, type } = useTyped(value, onChange, 150)
  return (
    <InputBase
      className="grid-filter"
      value={typed}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation()
          type('')
        }
      }}
      slotProps={{ input: { 'aria-label': label, autoComplete: 'off' } }}
    />
  )
}
