import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { rowActionsSign } from '../../../ui/DataTable/look.ts'

export interface InlineColumn<Values> {
  name: keyof Values & string
  label: string
  /** A decimal in this unit; without one the column holds text. */
  unit?: string
  /** The column that says the unit, where each row has its own; `unit` is a space then. */
  unitIn?: keyof Values & string
  /** A price: centimes are shown even where there are none. */
  money?: boolean
  /** Shown and never edited. */
  fixed?: boolean
}

/** Which row is being edited; 'new' is one that is not saved yet. */
export type Editing = string | null

interface Props {
  /** What the row is called. */
  name: string
  /** Undefined for one that is not saved yet. */
  id: string | undefined
  edited: boolean
  /** Some row is being edited. */
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
