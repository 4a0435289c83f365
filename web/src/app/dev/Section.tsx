import type { ReactNode } from 'react'
import { Box } from '../../ui/layout/Box.tsx'
import { Typography } from '../../ui/text/Typography.tsx'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mb: 6 }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
