import type { ReactNode } from 'react'
import { Typography } from '../text/Typography.tsx'
import { Box } from './Box.tsx'

interface Props {
  title: string
  subtitle?: string
  /** Buttons of the screen, the main action last. */
  children?: ReactNode
}

export function PageHeader({ title, subtitle, children }: Props) {
  return (
    <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>
      <Box sx={{ flex: '1 1 auto', minWidth: 0 }}>
        <Typography variant="h1" noWrap>
          {title}
        </Typography>
        {subtitle && (
          <Typography variant="body2" color="textSecondary">
            {subtitle}
          </Typography>
        )}
      </Box>
      {children && <Toolbar>{children}</Toolbar>}
    </Box>
  )
}

/** A row of buttons that wraps on narrow screens. */
export function Toolbar({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <Box
      {...(label ? { role: 'group', 'aria-label': label } : {})}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
    >
      {children}
    </Box>
  )
}
