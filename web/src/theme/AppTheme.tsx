import createCache, { type StylisElement } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { useLanguage } from '../i18n/use-translation.ts'
import { useColorScheme } from './color-mode.ts'
import { pageNonce } from './page-nonce.ts'
import { makeTheme } from './theme.ts'

/** The one property that a browser of ours knows by an older name only: to look for all that ever had one took a third of what a style costs. */
function olderName(element: StylisElement) {
  if (element.type !== 'decl' || element.props !== 'user-select') return
  element.return = `-webkit-${element.value}${element.value}`
}

const cache = createCache({ key: 'glut', nonce: pageNonce(), prepend: true, stylisPlugins: [olderName] })

export function AppTheme({ children }: { children: ReactNode }) {
  const scheme = useColorScheme()
  const language = useLanguage()
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
