import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Box } from '../layout/Box.tsx'
import { Typography } from '../text/Typography.tsx'
import { ColumnFilter } from './Filters.tsx'
import type { Grid } from './grid.ts'

interface Props {
  /** The grid. `never`: the dialog does not depend on the type of the rows. */
  grid: Pick<Grid<never>, 'columns' | 'layout' | 'filters' | 'setFilter'>
  onClose: () => void
}

/** Sorts and filters on a phone, where the table has no header and no filter row. */
export function FilterDialog({ grid, onClose }: Props) {
  const { t } = useTranslation('ui')
  const id = useId()
  const { columns, layout } = grid
  const sort = layout.sorting[0]
  return (
    <Dialog
      open
      title={t('table.filterAndSort')}
      width={420}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <Typography component="label" htmlFor={id} variant="body2" color="textSecondary">
        {t('table.sortBy')}
      </Typography>
      <Box
        component="select"
        id={id}
        className="grid-filter"
        sx={filterLook}
        value={sort ? `${sort.desc ? '-' : '+'}${sort.id}` : ''}
        onChange={(event: React.ChangeEvent<HTMLSelectElement>) => {
          const { value } = event.target
          layout.sortBy(value === '' ? [] : [{ id: value.slice(1), desc: value.startsWith('-') }])
        }}
      >
        <option value="">{t('value.none')}</option>
        {columns
          .filter((column) => column.sortable !== false)
          .flatMap((column) => [
            <option key={`+${column.id}`} value={`+${column.id}`}>{`${column.label} ↑`}</option>,
            <option key={`-${column.id}`} value={`-${column.id}`}>{`${column.label} ↓`}</option>,
          ])}
      </Box>
      {columns
        .filter((column) => column.filterable !== false)
        .map((column) => (
          <Box key={column.id} sx={{ mt: 2, '& .grid-filter': filterLook }}>
            <Typography variant="body2" color="textSecondary" aria-hidden>
              {column.label}
            </Typography>
            <ColumnFilter
              column={column}
              value={grid.filters[column.id] ?? ''}
              onChange={(value) => grid.setFilter(column.id, value)}
            />
          </Box>
        ))}
    </Dialog>
  )
}

const filterLook = {
  width: '100%',
  minHeight: 36,
  px: 2,
  font: 'inherit',
  color: 'text.primary',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'text.secondary',
  borderRadius: 1,
}
