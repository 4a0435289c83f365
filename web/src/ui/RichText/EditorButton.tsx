import ToggleButton from '@mui/material/ToggleButton'
import type { ReactNode } from 'react'

interface Props {
  label: string
  /** True for the one button of the toolbar that the Tab key reaches. */
  first?: boolean
  active?: boolean
  onClick: (anchor: HTMLElement) => void
  children: ReactNode
}

export function EditorButton({ label, first = false, active = false, onClick, children }: Props) {
  return (
    <ToggleButton
      value={label}
      selected={active}
      size="small"
      aria-label={label}
      title={label}
      tabIndex={first ? 0 : -1}
      onClick={(event) => onClick(event.currentTarget)}
      sx={{ border: 0, p: 1, minWidth: 28, height: 28, '& svg': { fontSize: 18 } }}
    >
      {children}
    </ToggleButton>
  )
}
