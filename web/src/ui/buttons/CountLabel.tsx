import { visuallyHidden } from '../accessibility/visually-hidden.ts'
import { Box } from '../layout/Box.tsx'

/** Styles of a button in the top bar that shows an icon and a number. */
export const countLook = { flexShrink: 0, minWidth: 0 } as const

/** Shows a number, hidden for zero, and reads out the label instead. The reserved width keeps neighbours in place. */
export function CountLabel({ label, count }: { label: string; count: number }) {
  return (
    <>
      <Box component="span" sx={visuallyHidden}>
        {label}
      </Box>
      <Box component="span" aria-hidden sx={{ minWidth: '2ch', textAlign: 'start' }}>
        {count || ''}
      </Box>
    </>
  )
}
