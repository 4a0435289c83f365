import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { rowActionsSign } from '../../../ui/DataTable/look.ts'

export interface InlineColumn<Values> {
  name: keyof Values & string
  label: string
  /** A decimal in this unit; without one the column holds text. */
  unit?: string
  /** A price: centimes are shown even where there are none. */
  money?: boolean
  /** Shown and never edited. */
  fixed?: boolean
}

/** Which row is being edited; 'new' is one that is not saved yet. */
export type Editing = string | null

export interface Parts<Values> {
  columns: readonly InlineColumn<Values>[]
  row: ({ id: string } & Values) | null
  /** Where it stands, in a table that draws only what is in sight. */
  place: { ref?: (element: HTMLElement | null) => void; 'data-index': number } | undefined
  edited: boolean
  /** Some row is being edited. */
  busy: boolean
  onEdit: (editing: Editing) => void
  onMenu: (id: string, anchor: HTMLElement) => void
}

/** What opens the menu of a row that is not edited: a plain button, because rows are made by the hundred. */
export const buttonLook = {
  width: 28,
  height: 28,
  p: 0,
  border: 0,
  borderRadius: 1,
  font: 'inherit',
  fontSize: 18,
  lineHeight: 1,
  color: 'text.secondary',
  bgcolor: 'transparent',
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '&:disabled': { color: 'action.disabled', cursor: 'default' },
} as const

export function RowButtons<Values extends Record<string, string>>(parts: Parts<Values>) {
  const { columns, row, edited, busy, onEdit, onMenu } = parts
  const { t } = useTranslation('calculations')
  const { t: ui } = useTranslation('ui')
  const name = (columns[0] && row?.[columns[0].name]) ?? ''
  if (edited) {
    return (
      <>
        <IconButton type="submit" color="secondary" aria-label={t('row.save')}>
          <CheckIcon fontSize="small" />
        </IconButton>
        <IconButton aria-label={t('row.cancel')} onClick={() => onEdit(null)}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </>
    )
  }
  return (
    <button
      type="button"
      className="inline-button"
      data-edit={row?.id}
      aria-label={ui('table.rowActions', { name })}
      aria-haspopup="menu"
      disabled={busy}
      onClick={({ currentTarget }) => row && onMenu(row.id, currentTarget)}
    >
      {rowActionsSign}
    </button>
  )
}
