import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { rowActionsSign } from '../../../ui/DataTable/look.ts'

export interface InlineColumn<Values> {
  name: keyof Values & string
  label: string
  /** Unit of a decimal column; omitted for text. */
  unit?: string
  /** Column with the unit of each row; `unit` is then a space. */
  unitIn?: keyof Values & string
  /** True for a price, which always shows centimes. */
  money?: boolean
  /** True for a read-only column. */
  fixed?: boolean
}

/** Id of the edited row, 'new' for an unsaved one, or null. */
export type Editing = string | null

interface Props {
  name: string
  /** Undefined for an unsaved row. */
  id: string | undefined
  edited: boolean
  /** True while any row is edited. */
  busy: boolean
  onCancel: () => void
  onMenu: (id: string, anchor: HTMLElement) => void
}

export function RowButtons({ name, id, edited, busy, onCancel, onMenu }: Props) {
  const { t } = useTranslation('calculations')
  const { t: ui } = useTranslation('ui')
  if (edited) {
    return (
      <>
        <IconButton type="submit" color="secondary" aria-label={t('row.save')}>
          <CheckIcon fontSize="small" />
        </IconButton>
        <IconButton aria-label={t('row.cancel')} onClick={onCancel}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </>
    )
  }
  return (
    <button
      type="button"
      className="inline-button"
      aria-label={ui('table.rowActions', { name })}
      aria-haspopup="menu"
      disabled={busy}
      onClick={({ currentTarget }) => id && onMenu(id, currentTarget)}
    >
      {rowActionsSign}
    </button>
  )
}
