import { type ReactNode, useId } from 'react'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

/** A titled section beside an e-mail. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} variant="subtitle2" component="h3" color="textSecondary" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
