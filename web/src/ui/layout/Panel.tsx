import { type ReactNode, useId } from 'react'
import { Typography } from '../text/Typography.tsx'
import { Box } from './Box.tsx'
import { Paper } from './Paper.tsx'

interface Props {
  title: string
  count?: number
  /** Shown at the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A titled section of a screen. */
export function Panel({ title, count, action, children }: Props) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 36, py: 0.5, pl: 3, pr: 1, gap: 1 }}>
        <Typography id={id} variant="h3" component="h2" sx={{ flex: 1 }}>
          {title}{' '}
          {count !== undefined && count > 0 && (
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
              {count}
            </Box>
          )}
        </Typography>
        {action}
      </Box>
      {children}
    </Paper>
  )
}
