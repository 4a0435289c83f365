import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { productTitle } from '#contract/limits'

export function StartPage() {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', flex: 1 }}>
      <Typography component="p" sx={{ fontSize: 40, fontWeight: 600, color: 'text.secondary' }}>
        {productTitle}
      </Typography>
    </Box>
  )
}
