import { alpha, type SxProps, type Theme } from '@mui/material/styles'
import type { AriaAttributes, ReactNode } from 'react'
import { useTabStop } from '../accessibility/tab-stop.ts'
import { Box } from '../layout/Box.tsx'

interface Props<Value extends string> extends Pick<AriaAttributes, 'aria-label' | 'aria-labelledby'> {
  value: Value
  options: readonly { value: Value; label: ReactNode; name?: string }[]
  onChange: (value: Value) => void
  /** Where the one that is chosen is pressed once more. */
  onAgain?: () => void
  onBlur?: () => void
  fullWidth?: boolean
  sx?: SxProps<Theme>
}

/**
 * Buttons side by side of which one is chosen, as the library's small ones; each of those is six components, and one more around
 * it for the arrow keys.
 */
export function ToggleButtons<Value extends string>(props: Props<Value>) {
  const { value, options, onChange, onAgain, onBlur, fullWidth = false, sx, ...named } = props
  const values = options.map((one) => one.value)
  const { row, itemOf } = useTabStop(values, value)
  return (
    <Box
      role="group"
      {...named}
      onKeyDown={row.onKeyDown}
      onBlur={() => {
        row.onBlur()
        onBlur?.()
      }}
      sx={[look, fullWidth && wideLook, ...(Array.isArray(sx) ? sx : [sx ?? false])]}
    >
      {options.map((one) => (
        <button
          key={one.value}
          type="button"
          aria-label={one.name}
          aria-pressed={one.value === value}
          {...itemOf(one.value)}
          onClick={() => (one.value === value ? onAgain?.() : onChange(one.value))}
        >
          {one.label}
        </button>
      ))}
    </Box>
  )
}

const onGround = ({ palette }: Theme, opacity: number) => alpha(palette.text.primary, opacity)

const look: SxProps<Theme> = {
  display: 'inline-flex',
  '& > button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    position: 'relative',
    p: '7px',
    m: 0,
    border: 1,
    borderColor: 'divider',
    background: 'none',
    color: 'action.active',
    typography: 'button',
    fontSize: (theme: Theme) => theme.typography.pxToRem(13),
    cursor: 'pointer',
    userSelect: 'none',
    '&:not(:first-of-type)': { ml: '-1px', borderLeftColor: 'transparent' },
    '&:first-of-type': { borderTopLeftRadius: rounded, borderBottomLeftRadius: rounded },
    '&:last-of-type': { borderTopRightRadius: rounded, borderBottomRightRadius: rounded },
    '&:focus-visible': { zIndex: 1 },
    '@media (hover: hover)': {
      '&:hover': { bgcolor: (theme) => onGround(theme, theme.palette.action.hoverOpacity) },
    },
  },
  '& > [aria-pressed=true]': {
    color: 'text.primary',
    bgcolor: (theme) => onGround(theme, theme.palette.action.selectedOpacity),
    '@media (hover: hover)': {
      '&:hover': {
        bgcolor: (theme) => onGround(theme, theme.palette.action.selectedOpacity + theme.palette.action.hoverOpacity),
      },
    },
  },
}
const wideLook = { width: '100%', '& > button': { width: '100%' } }

function rounded({ shape }: Theme) {
  return `${shape.borderRadius}px`
}
