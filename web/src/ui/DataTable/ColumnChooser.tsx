import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Checkbox } from '../fields/Checkbox.tsx'
import { Box } from '../layout/Box.tsx'
import type { TableLayout } from './use-layout.ts'

interface Props {
  /** The layout of the table. `never`: the dialog does not depend on the type of the rows. */
  layout: TableLayout<never>
  onClose: () => void
}

export function ColumnChooser({ layout, onClose }: Props) {
  const { t } = useTranslation('ui')
  const { ordered, visible } = layout
  return (
    <Dialog
      open
      title={t('table.columns')}
      width={420}
      onClose={onClose}
      actions={
        <>
          <Button onClick={layout.reset}>{t('table.columnsReset')}</Button>
          <Button variant="contained" onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
      }
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {ordered.map((column, index) => {
          const shown = visible.includes(column)
          return (
            <Box component="li" key={column.id} sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                sx={{ flex: 1, mr: 0 }}
                label={column.label}
                control={
                  <Checkbox
                    checked={shown}
                    disabled={shown && visible.length === 1}
                    onChange={() => layout.show(column.id, !shown)}
                  />
                }
              />
              <IconButton
                aria-label={t('table.moveUp', { label: column.label })}
                disabled={index === 0}
                onClick={() => layout.shift(column.id, -1)}
              >
                <ArrowUpwardIcon fontSize="small" />
              </IconButton>
              <IconButton
                aria-label={t('table.moveDown', { label: column.label })}
                disabled={index === ordered.length - 1}
                onClick={() => layout.shift(column.id, 1)}
              >
                <ArrowDownwardIcon fontSize="small" />
              </IconButton>
            </Box>
          )
        })}
      </Box>
    </Dialog>
  )
}
