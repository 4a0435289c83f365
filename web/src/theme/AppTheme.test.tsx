import Alert from '@mui/material/Alert'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import { ThemeProvider } from '@mui/material/styles'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Box } from '../ui/layout/Box.tsx'
import { AppTheme } from './AppTheme.tsx'
import { contrast } from './contrast.ts'
import { makeTheme } from './theme.ts'

test('user-select is written for what is selected as a whole and what must not be selected, also with the prefix of WebKit', () => {
  render(
    <AppTheme>
      <Box sx={{ userSelect: 'all', position: 'sticky' }}>Schlüssel</Box>
      <Box sx={{ userSelect: 'none' }}>Griff</Box>
    </AppTheme>,
  )
  const written = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  expect(written).toContain('{-webkit-user-select:all;user-select:all;position:sticky;}')
  expect(written).toContain('{-webkit-user-select:none;user-select:none;}')
})

test('every own component of the theme has a hover style', () => {
  render(<AppTheme>Kontakte</AppTheme>)
  const written = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  const pointed = [...written.matchAll(/@media \(hover: ?hover\)\{(.+?)\}\}/g)].map(([, rules]) => rules).join('\n')
  for (const part of ['.line-box', '.icon-button', '.button', '.checkbox', '.toggles > '])
    expect(pointed).toContain(`${part}:hover`)
})

test('the components of the library speak the language of the product', () => {
  render(
    <AppTheme>
      <Alert onClose={() => undefined}>Hinweis</Alert>
    </AppTheme>,
  )
  expect(screen.getByRole('button', { name: 'Schliessen' })).toBeVisible()
})

test.each(['light', 'dark'] as const)(
  'the secondary text of a selected entry is readable under the pointer (%s)',
  (scheme) => {
    const theme = makeTheme(scheme, 'DE')
    render(
      <ThemeProvider theme={theme}>
        <ListItemButton selected>
          <ListItemText primary="Projektleiter" secondary="1 Benutzer" />
        </ListItemButton>
      </ThemeProvider>,
    )
    const { primary, background, action } = theme.palette
    const [over, ground] = [primary.main, background.paper].map((hex) => parts(hex, 16))
    const share = action.selectedOpacity + action.hoverOpacity
    const shown = ground?.map((part, at) => Math.round(part + ((over?.[at] ?? 0) - part) * share)) ?? []
    const text = parts(getComputedStyle(screen.getByText('1 Benutzer')).color, 10)
    expect(contrast(hex(text), hex(shown))).toBeGreaterThanOrEqual(4.5)
  },
)

/** Returns red, green and blue of `#010203` or `rgb(1, 2, 3)`. */
const parts = (colour: string, radix: 10 | 16) =>
  (colour.match(radix === 16 ? /[0-9a-f]{2}/gi : /\d+/g) ?? []).map((part) => Number.parseInt(part, radix))
const hex = (colour: readonly number[]) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
