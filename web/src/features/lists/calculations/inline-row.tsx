import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import DeleteIcon from '@mui/icons-material/Delete'
import EditIcon from '@mui/icons-material/Edit'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'

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
  onRemove?: () => void
}

/** What a row that is not edited can be asked for: plain buttons, because rows are made by the hundred. */
export const buttonLook = {
  p: '5px',
  border: 0,
  borderRadius: 1,
  lineHeight: 0,
  color: 'action.active',
  bgcolor: 'transparent',
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '&:disabled': { color: 'action.disabled', cursor: 'default' },
} as const

export function RowButtons<Values extends Record<string, string>>(parts: Parts<Values>) {
  const { columns, row, edited, busy, onEdit, onRemove } = parts
  const { t } = useTranslation('calculations')
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
    <>
      <button
        type="button"
        className="inline-button"
        data-edit={row?.id}
        aria-label={t('row.edit', { name })}
        disabled={busy}
        onClick={() => row && onEdit(row.id)}
      >
        <EditIcon fontSize="small" />
      </button>
      {onRemove && (
        <button
          type="button"
          className="inline-button"
          aria-label={t('row.remove', { name })}
          disabled={busy}
          onClick={onRemove}
        >
          <DeleteIcon fontSize="small" />
        </button>
      )}
    </>
  )
}
