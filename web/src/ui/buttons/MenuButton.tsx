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
  /** What the button is called; it stands on it, or with `iconOnly` is read out alone. */
  label: string
  iconOnly?: boolean
  /** What a pointer is told that rests on the icon. */
  tooltip?: string
  variant?: 'text' | 'outlined'
  /** What the menu offers, with lines between; nothing stands for what is not offered. */
  entries?: readonly (MenuEntry | 'line' | false | undefined)[]
  /** Items that are more than a word, in the place of entries; they close the menu. */
  children?: (close: () => void) => ReactNode
}

/** A button with a menu, which is made when it is first opened. */
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
