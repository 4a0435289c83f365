import { visuallyHidden } from '../accessibility/visually-hidden.ts'
import { Box } from '../layout/Box.tsx'

/** Of a button in the bar that shows a picture and a number. */
export const countLook = { flexShrink: 0, minWidth: 0 } as const

/** The number as it is seen, none for zero, and the sentence as it is heard. One that comes later moves nothing beside it. */
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
