import type { SxProps, Theme } from '@mui/material/styles'
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
 * Buttons side by side of which one is chosen, as the library's small ones (`theme/toggles.ts`); each of those is six components,
 * and one more around it for the arrow keys.
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
