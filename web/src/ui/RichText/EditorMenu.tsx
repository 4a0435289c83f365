import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useState } from 'react'
import { EditorButton } from './EditorButton.tsx'

interface Props<T extends string> {
  label: string
  icon: ReactNode
  first?: boolean
  active?: boolean
  items: readonly { id: T; label: string; selected?: boolean; disabled?: boolean }[]
  onChoose: (id: T) => void
}

/** A toolbar button with a menu. */
export function EditorMenu<T extends string>({ label, icon, first, active, items, onChoose }: Props<T>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <EditorButton label={label} first={first} active={active} onClick={setAnchor}>
        {icon}
      </EditorButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {items.map(({ id, label, selected = false, disabled = false }) => (
          <MenuItem
            key={id}
            selected={selected}
            disabled={disabled}
            onClick={() => {
              close()
              onChoose(id)
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
