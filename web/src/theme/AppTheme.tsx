import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/limits'
import { useColorScheme } from './color-mode.ts'
import { pageNonce } from './page-nonce.ts'
import { makeTheme } from './theme.ts'

const cache = createCache({ key: 'glut', nonce: pageNonce(), prepend: true })

export function AppTheme({ children }: { children: ReactNode }) {
  const scheme = useColorScheme()
  const { i18n } = useTranslation('ui')
  const language = i18n.language as Language
  const theme = useMemo(() => makeTheme(scheme, language), [scheme, language])
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
