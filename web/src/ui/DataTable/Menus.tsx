import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { Column } from './columns.ts'
import type { RowAction } from './grid.ts'
import { defaultWidth, type TableLayout } from './use-layout.ts'

interface ColumnMenuProps {
  column: Column<never>
  layout: TableLayout<never>
  anchor: HTMLElement
  onClose: () => void
}

/** Offers every mouse action on a column, so that the keyboard can reach them too. */
export function ColumnMenu({ column, layout, anchor, onClose }: ColumnMenuProps) {
  const { t } = useTranslation('ui')
  const { visible, sorting } = layout
  const index = visible.findIndex((shown) => shown.id === column.id)
  const sort = sorting.find((sorted) => sorted.id === column.id)
  const width =
    layout.widths[column.id] ?? anchor.closest<HTMLElement>('[role=columnheader]')?.offsetWidth ?? defaultWidth
  const item = (label: string, onClick: () => void, disabled = false) => (
    <MenuItem
      key={label}
      disabled={disabled}
      onClick={() => {
        onClick()
        onClose()
      }}
    >
      {label}
    </MenuItem>
  )
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {column.sortable !== false && [
        item(t('table.sortAscending'), () => layout.sortBy([{ id: column.id, desc: false }])),
        item(t('table.sortDescending'), () => layout.sortBy([{ id: column.id, desc: true }])),
        sorting.length > 0 && !sort && item(t('table.sortAdd'), () => layout.toggleSort(column.id, true)),
        sort && item(t('table.sortClear'), () => layout.sortBy(sorting.filter((other) => other !== sort))),
        <Divider key="sorted" />,
      ]}
      {item(t('table.moveLeft'), () => layout.shift(column.id, -1, visible), index === 0)}
      {item(t('table.moveRight'), () => layout.shift(column.id, 1, visible), index === visible.length - 1)}
      {item(t('table.wider'), () => layout.resize(column.id, width + 32))}
      {item(t('table.narrower'), () => layout.resize(column.id, width - 32))}
      <Divider />
      {item(t('table.hide'), () => layout.show(column.id, false), visible.length === 1)}
    </Menu>
  )
}

interface RowMenuProps {
  actions: RowAction[]
  anchor: HTMLElement
  onClose: () => void
}

export function RowMenu({ actions, anchor, onClose }: RowMenuProps) {
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {actions.map((action) => (
        <MenuItem
          key={action.label}
          disabled={action.disabled}
          onClick={() => {
            onClose()
            action.onClick()
          }}
        >
          {action.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
