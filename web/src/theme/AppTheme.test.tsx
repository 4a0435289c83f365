import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppTheme } from './AppTheme.tsx'

test('what must not be selected says so by the name that Safari knows, too', () => {
  render(
    <AppTheme>
      <Box sx={{ userSelect: 'all', position: 'sticky' }}>Schlüssel</Box>
    </AppTheme>,
  )
  const written = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  expect(written).toContain('{-webkit-user-select:all;user-select:all;position:sticky;}')
})

test('the library speaks as everything else does', () => {
  render(
    <AppTheme>
      <Alert onClose={() => undefined}>Hinweis</Alert>
    </AppTheme>,
  )
  expect(screen.getByRole('button', { name: 'Schliessen' })).toBeVisible()
})
