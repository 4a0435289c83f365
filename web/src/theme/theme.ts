import { createTheme } from '@mui/material/styles'
import type { Language } from '#contract/limits'
import { componentDefaults } from './components.ts'
import { colours, font, radius } from './tokens.ts'

export function makeTheme(scheme: 'light' | 'dark', language: Language) {
  const c = colours[scheme]
  return createTheme({
    palette: {
      mode: scheme,
      // hovered buttons get darker and keep readable text
      tonalOffset: 0.1,
      primary: { main: c.primary, contrastText: c.onPrimary },
      secondary: { main: c.accent, contrastText: c.onAccent },
      error: { main: c.error, contrastText: c.onError },
      warning: { main: c.warning },
      success: { main: c.success },
      info: { main: c.info },
      text: { primary: c.text, secondary: c.muted },
      background: { default: c.background, paper: c.surface },
      divider: c.line,
      action: { selected: c.selected },
    },
    spacing: 4,
    shape: { borderRadius: radius },
    // confirmations are at 200, above everything here except tooltips
    zIndex: { fab: 105, speedDial: 105, appBar: 110, drawer: 120, modal: 130, snackbar: 190, tooltip: 220 },
    typography: {
      fontFamily: font,
      fontSize: 13,
      h1: { fontSize: 20, fontWeight: 600, lineHeight: 1.4 },
      h2: { fontSize: 16, fontWeight: 600, lineHeight: 1.5 },
      h3: { fontSize: 14, fontWeight: 600, lineHeight: 1.43 },
      body1: { fontSize: 14 },
      body2: { fontSize: 13 },
      button: { textTransform: 'none', fontWeight: 500 },
    },
    components: componentDefaults(c, language),
  })
}
