import type { SxProps, Theme } from '@mui/material/styles'
import type { AriaAttributes, ReactNode } from 'react'
import { useTabStop } from '../accessibility/tab-stop.ts'
import { Box } from '../layout/Box.tsx'

interface Props<Value extends string> extends Pick<AriaAttributes, 'aria-label' | 'aria-labelledby'> {
  value: Value
  options: readonly { value: Value; label: ReactNode; name?: string }[]
  onChange: (value: Value) => void
  /** Called when the chosen button is pressed again. */
  onAgain?: () => void
  onBlur?: () => void
  fullWidth?: boolean
  sx?: SxProps<Theme>
}

/**
 * Buttons of which one is chosen. They look like the small ones of the library (`theme/toggles.ts`), which need six
 * components per button and another for the arrow keys.
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
      className="toggles"
      data-wide={fullWidth}
      sx={sx}
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
