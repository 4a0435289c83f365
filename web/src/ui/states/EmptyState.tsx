import type { ReactNode } from 'react'
import { Box } from '../layout/Box.tsx'
import { Typography } from '../text/Typography.tsx'

interface Props {
  /** A sentence that says what is missing. */
  title: string
  hint?: string
  /** The next step, usually a button. */
  action?: ReactNode
}

export function EmptyState({ title, hint, action }: Props) {
  return (
    <Box sx={{ px: 4, py: 8, textAlign: 'center' }}>
      <Typography variant="body1">{title}</Typography>
      {hint && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {hint}
        </Typography>
      )}
      {action && <Box sx={{ mt: 3 }}>{action}</Box>}
    </Box>
  )
}
