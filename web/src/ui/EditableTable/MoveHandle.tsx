import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type RefObject, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'

interface Props {
  name: string
  index: number
  /** Returns the number of entries; called when the menu opens. */
  count: () => number
  onMove: (from: number, to: number) => void
  /** Removes the entry. The last remaining entry cannot be removed. */
  onRemove?: (index: number) => void
  /** The button that serves as drag handle. */
  handle: RefObject<HTMLButtonElement | null>
}

/** A handle that drags an entry of a list and opens a menu to move it. */
export function MoveHandle({ name, handle, ...menu }: Props) {
  const { t } = useTranslation('ui')
  const [anchor, setAnchor] = useState<HTMLElement>()
  return (
    <>
      <button
        type="button"
        className="line-button"
        ref={handle}
        aria-label={t('order.move', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        style={{ cursor: 'grab' }}
      >
        <DragIndicatorIcon fontSize="small" />
      </button>
      {anchor && <MoveMenu {...menu} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  )
}

interface MenuProps extends Pick<Props, 'index' | 'count' | 'onMove' | 'onRemove'> {
  anchor: HTMLElement
  onClose: () => void
}

function MoveMenu({ anchor, index, count, onMove, onRemove, onClose }: MenuProps) {
  const { t } = useTranslation('ui')
  const last = count() - 1
  const entries = [
    { label: t('order.up'), disabled: index === 0, run: () => onMove(index, index - 1) },
    { label: t('order.down'), disabled: index === last, run: () => onMove(index, index + 1) },
    { label: t('order.first'), disabled: index === 0, run: () => onMove(index, 0) },
    { label: t('order.last'), disabled: index === last, run: () => onMove(index, last) },
    ...(onRemove ? [{ label: t('order.remove'), disabled: last === 0, run: () => onRemove(index) }] : []),
  ]
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {entries.map(({ label, disabled, run }) => (
        <MenuItem
          key={label}
          disabled={disabled}
          onClick={() => {
            run()
            onClose()
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
