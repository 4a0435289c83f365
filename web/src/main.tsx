import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './i18n/i18n.ts'
import { startColorMode } from './theme/color-mode.ts'
import './theme/tokens.css'

const root = createRootRoute({
  component: () => (
    <Suspense>
      <Outlet />
    </Suspense>
  ),
})

const devRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui',
        component: lazyRouteComponent(() => import('./app/dev/UiPage.tsx'), 'UiPage'),
      }),
    ]
  : []

const router = createRouter({ routeTree: root.addChildren(devRoutes) })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

startColorMode()
await startI18n()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
