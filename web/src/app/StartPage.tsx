import { productTitle } from '#contract/limits'
import { Box } from '../ui/layout/Box.tsx'
import { Typography } from '../ui/text/Typography.tsx'

export function StartPage() {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', flex: 1 }}>
      <Typography component="p" sx={{ fontSize: 40, fontWeight: 600, color: 'text.secondary' }}>
        {productTitle}
      </Typography>
    </Box>
  )
}
