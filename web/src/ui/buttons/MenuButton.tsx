import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useId, useState } from 'react'
import { useOpened } from '../rendering/use-opened.ts'
import { Tooltip } from '../tooltips/Tooltip.tsx'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

export interface MenuEntry {
  label: string
  run: () => void
}

interface Props {
  icon: ReactNode
  /** Label of the button; with `iconOnly` only screen readers get it. */
  label: string
  iconOnly?: boolean
  /** Tooltip of the button. */
  tooltip?: string
  variant?: 'text' | 'outlined'
  /** Entries of the menu with separators; `false` and `undefined` are skipped. */
  entries?: readonly (MenuEntry | 'line' | false | undefined)[]
  /** Menu items with richer content, used instead of `entries`; they call `close`. */
  children?: (close: () => void) => ReactNode
}

/** A button with a menu, which is rendered once it is first opened. */
export function MenuButton({
  icon,
  label,
  iconOnly = false,
  tooltip,
  variant = 'text',
  entries = [],
  children,
}: Props) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useOpened(anchor !== null)
  const close = () => setAnchor(null)
  const opens = {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    onClick: ({ currentTarget }: { currentTarget: HTMLElement }) => setAnchor(currentTarget),
  } as const
  const itemOf = (entry: (typeof entries)[number], at: number) =>
    entry === 'line' ? (
      <Divider key={at} component="li" />
    ) : (
      entry && (
        <MenuItem
          key={entry.label}
          onClick={() => {
            close()
            entry.run()
          }}
        >
          {entry.label}
        </MenuItem>
      )
    )
  const iconButton = (
    <IconButton aria-label={label} {...opens}>
      {icon}
    </IconButton>
  )
  return (
    <>
      {!iconOnly && (
        <Button variant={variant} startIcon={icon} {...opens}>
          {label}
        </Button>
      )}
      {iconOnly && (tooltip ? <Tooltip title={tooltip}>{iconButton}</Tooltip> : iconButton)}
      {wasOpened && (
        <Menu open={anchor !== null} anchorEl={anchor} onClose={close} slotProps={{ list: { 'aria-labelledby': id } }}>
          {children?.(close) ?? entries.map(itemOf)}
        </Menu>
      )}
    </>
  )
}
