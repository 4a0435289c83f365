import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { useLanguage } from '../i18n/use-translation.ts'
import { useColorScheme } from './color-mode.ts'
import { styleCache } from './style-cache.ts'
import { makeTheme } from './theme.ts'

export function AppTheme({ children }: { children: ReactNode }) {
  const scheme = useColorScheme()
  const language = useLanguage()
  const theme = useMemo(() => makeTheme(scheme, language), [scheme, language])
  return (
    <CacheProvider value={styleCache()}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
