import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { breathe } from './app/piece-by-piece.ts'
import { router } from './app/routes.tsx'
import { loadTexts, startI18n } from './i18n/i18n.ts'
import { startColorMode } from './theme/color-mode.ts'
import './theme/looks.css'
import './theme/tokens.css'
import './theme/typeface.css'

startColorMode()
// an await of its own would keep the bundler from putting chunks together (Rolldown's `chunkOptimization`)
void breathe()
  .then(() => startI18n())
  .then(() => {
    // read now, for it tells that something cannot be read
    void loadTexts('failure')
    createRoot(document.getElementById('root') as HTMLElement).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
