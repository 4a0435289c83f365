import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { LanguageScope } from '../src/i18n/LanguageScope.tsx'
import { AppTheme } from '../src/theme/AppTheme.tsx'
import { ConfirmProvider } from '../src/ui/dialogs/confirm.tsx'
import { Snackbar } from '../src/ui/notices/Snackbar.tsx'

/** Renders with everything that stands around a screen. */
export const renderUi = (children: ReactNode) =>
  render(children, {
    wrapper: ({ children: screen }) => (
      <LanguageScope>
        <AppTheme>
          <ConfirmProvider>{screen}</ConfirmProvider>
          <Snackbar />
        </AppTheme>
      </LanguageScope>
    ),
  })
