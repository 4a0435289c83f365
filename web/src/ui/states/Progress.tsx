import LinearProgress from '@mui/material/LinearProgress'
import { useId } from 'react'
import { Box } from '../layout/Box.tsx'
import { Typography } from '../text/Typography.tsx'

interface Props {
  label: string
  /** Percentage, 0 to 100; undefined for indeterminate progress. */
  value?: number
  /** Text on the right: '1'200 von 5'000'. */
  detail?: string
}

export function Progress({ label, value, detail }: Props) {
  const id = useId()
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 1 }}>
        <Typography variant="body2" id={id}>
          {label}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {detail ?? (value === undefined ? '' : `${Math.round(value)} %`)}
        </Typography>
      </Box>
      <LinearProgress
        aria-labelledby={id}
        color="secondary"
        variant={value === undefined ? 'indeterminate' : 'determinate'}
        {...(value === undefined ? {} : { value: Math.round(Math.min(100, Math.max(0, value))) })}
      />
    </Box>
  )
}
